package dev.jubelet.testing.cri;

import java.util.Map;

/** The label selectors of the CRI: exact pairs, all of which must be there. */
final class LabelSelector {
  private LabelSelector() {}

  static boolean match(Map<String, String> selector, Map<String, String> labels) {
    for (Map.Entry<String, String> wanted : selector.entrySet()) {
      if (!wanted.getValue().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    return true;
  }
}
