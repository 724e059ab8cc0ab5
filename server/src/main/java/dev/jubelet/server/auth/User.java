package dev.jubelet.server.auth;

import java.util.List;
import java.util.Map;

/**
 * Who asks.
 *
 * @param extra what else is known of them, for whoever decides what they may
 */
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
  public static final User ANONYMOUS =
      new User("system:anonymous", "", List.of("system:unauthenticated"));

  public User(String name, String uid, List<String> groups) {
    this(name, uid, groups, Map.of());
  }
}
