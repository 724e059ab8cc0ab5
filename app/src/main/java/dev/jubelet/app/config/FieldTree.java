package dev.jubelet.app.config;

import dev.jubelet.app.config.field.Field;
import dev.jubelet.app.config.field.KubeletFields;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields by their place in a document: each name is a field or a nested object. */
final class FieldTree {
  private static final FieldTree ROOT = build();

  private final Map<String, Field<?>> leaves = new HashMap<>();
  private final Map<String, FieldTree> branches = new HashMap<>();

  private FieldTree() {}

  static FieldTree root() {
    return ROOT;
  }

  private static FieldTree build() {
    FieldTree root = new FieldTree();
    KubeletFields.ALL.forEach(root::add);
    return root;
  }

  private void add(Field<?> field) {
    FieldTree at = this;
    String[] names = field.path().split("\\.", -1);
    for (int i = 0; i < names.length - 1; i++) {
      at = at.branches.computeIfAbsent(names[i], name -> new FieldTree());
    }
    at.leaves.put(names[names.length - 1], field);
  }

  @Nullable Field<?> leaf(String name) {
    return leaves.get(name);
  }

  @Nullable FieldTree branch(String name) {
    return branches.get(name);
  }
}
