package dev.jubelet.app.config.field;

import java.util.ArrayList;
import java.util.List;

/** Collects the rows of one area of the table as they are declared, so that none is forgotten. */
final class FieldGroup {
  private final List<Field<?>> fields = new ArrayList<>();

  /** A field that Jubelet acts on. */
  <T> Field<T> honours(String path, FieldType.Shape<T> shape) {
    return add(path, shape, Support.HONOURED);
  }

  /** A field that is read and checked, and not yet acted on. */
  <T> Field<T> parses(String path, FieldType.Shape<T> shape) {
    return add(path, shape, Support.PARSED);
  }

  /** A field without effect, upstream too. */
  <T> Field<T> ignores(String path, FieldType.Shape<T> shape) {
    return add(path, shape, Support.NO_EFFECT);
  }

  private <T> Field<T> add(String path, FieldType.Shape<T> shape, Support support) {
    Field<T> field = new Field<>(path, shape, support);
    fields.add(field);
    return field;
  }

  List<Field<?>> all() {
    return List.copyOf(fields);
  }
}
