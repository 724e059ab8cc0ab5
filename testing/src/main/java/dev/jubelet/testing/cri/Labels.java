package dev.jubelet.testing.cri;

import java.util.Map;

/** The label selectors of the CRI: exact pairs, all of which must be there. */
final class Labels {
  private Labels() {}

  static boolean match(Map<String, String> selector, Map<String, String> labels) {
    return labels.entrySet().containsAll(selector.entrySet());
  }
}
