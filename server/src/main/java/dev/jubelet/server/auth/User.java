package dev.jubelet.server.auth;

import java.util.List;

/** Who asks. */
public record User(String name, String uid, List<String> groups) {
  public static final User ANONYMOUS =
      new User("system:anonymous", "", List.of("system:unauthenticated"));
}
