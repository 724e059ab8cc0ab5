package dev.jubelet.volume.iscsi;

import java.util.List;
import java.util.Map;

/**
 * How the node shows who it is.
 *
 * @param discovery whether already when it asks for targets
 * @param session whether when it logs in
 * @param secret names and passwords by the keys of {@code iscsiadm}
 */
record Chap(boolean discovery, boolean session, Map<String, String> secret) {
  private static final List<String> DISCOVERY =
      List.of(
          "discovery.sendtargets.auth.username",
          "discovery.sendtargets.auth.password",
          "discovery.sendtargets.auth.username_in",
          "discovery.sendtargets.auth.password_in");
  private static final List<String> SESSION =
      List.of(
          "node.session.auth.username",
          "node.session.auth.password",
          "node.session.auth.username_in",
          "node.session.auth.password_in");

  List<String> discoveryKeys() {
    return discovery ? given(DISCOVERY) : List.of();
  }

  List<String> sessionKeys() {
    return session ? given(SESSION) : List.of();
  }

  private List<String> given(List<String> keys) {
    return keys.stream().filter(key -> !secret.getOrDefault(key, "").isEmpty()).toList();
  }

  String value(String key) {
    return secret.getOrDefault(key, "");
  }

  @Override
  public String toString() {
    return "Chap[discovery=" + discovery + ", session=" + session + "]";
  }
}
