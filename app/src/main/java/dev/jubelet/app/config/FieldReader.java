package dev.jubelet.app.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.app.config.field.DecodeReport;
import dev.jubelet.app.config.field.Field;
import java.util.Map;

/** Reads the fields of a document into values. One instance reads one document. */
final class FieldReader {
  static final String API_VERSION = "kubelet.config.k8s.io/v1beta1";
  static final String KIND = "KubeletConfiguration";

  private final String source;
  private final DecodeReport report;
  private final FieldValues values = new FieldValues();

  private FieldReader(String source, DecodeReport report) {
    this.source = source;
    this.report = report;
  }

  static FieldValues read(JsonNode root, String source, DecodeReport report) {
    FieldReader reader = new FieldReader(source, report);
    reader.checkKind(root);
    if (root.isObject()) {
      reader.readObject(root, FieldTree.root(), "");
    }
    return reader.values;
  }

  private void checkKind(JsonNode root) {
    if (!root.isObject()) {
      report.invalid("", "must be a map with apiVersion and kind");
      return;
    }
    checkConstant(root, "apiVersion", API_VERSION);
    checkConstant(root, "kind", KIND);
  }

  private void checkConstant(JsonNode root, String name, String expected) {
    JsonNode node = root.path(name);
    if (!node.isTextual() || !node.textValue().equals(expected)) {
      String found = node.isMissingNode() ? "missing" : node.toString();
      report.invalid(name, "must be \"" + expected + "\", but is " + found);
    }
  }

  private void readObject(JsonNode object, FieldTree tree, String prefix) {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      String path = prefix + member.getKey();
      Field<?> field = tree.leaf(member.getKey());
      FieldTree branch = tree.branch(member.getKey());
      if (field != null) {
        readField(field, member.getValue());
      } else if (branch != null) {
        readBranch(member.getValue(), branch, path);
      } else if (!path.equals("apiVersion") && !path.equals("kind")) {
        report.unknown(path);
      }
    }
  }

  private void readBranch(JsonNode node, FieldTree branch, String path) {
    if (node.isObject()) {
      readObject(node, branch, path + ".");
    } else if (!node.isNull()) {
      report.invalid(path, "must be a map");
    }
  }

  private <T> void readField(Field<T> field, JsonNode node) {
    if (node.isNull()) {
      return;
    }
    T value = field.type().decode(node, field.path(), report);
    if (value != null) {
      values.put(field, value, source);
    }
  }
}
