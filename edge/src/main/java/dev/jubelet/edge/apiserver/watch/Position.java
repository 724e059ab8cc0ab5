package dev.jubelet.edge.apiserver.watch;

import dev.jubelet.edge.apiserver.ApiException;

/**
 * Where a reflector stands: it must list, and from which version on, or it can watch, or it has
 * lost a watch. Pure.
 *
 * <pre>
 *   Listing("0") ──list──► Watching(v) ──event──► Watching(w) ◄──the server knows w──┐
 *        │                     │                      └──any other failure──► Resuming(w)
 *        └── gone, or the ─────┴──► Listing("")     the newest, from the store itself  │
 *            server is behind   ◄──────────────────────────────────────────────────────┘
 * </pre>
 *
 * A watch can go on from the version last seen. But a server whose store was restored from a backup
 * is behind that version, and instead of saying so it would show nothing until it comes past it: so
 * it is asked first.
 */
sealed interface Position {
  /** All objects are to be listed, at least as new as that version. */
  record Listing(String from) implements Position {}

  /** Everything up to that version is known. */
  record Watching(String from) implements Position {}

  /** That much is known, but the server may have begun again before it. */
  record Resuming(String from) implements Position {}

  /** Whatever the server has at hand will do. */
  static Position start() {
    return new Listing("0");
  }

  /** Where to go on after that failure. */
  default Position after(ApiException failure) {
    return switch (failure.kind()) {
      case GONE, VERSION_TOO_LARGE -> new Listing("");
      // What was cannot be trusted when an event could not be read: it is told again in full.
      case UNREADABLE -> this instanceof Watching(String from) ? new Listing(from) : this;
      case NOT_FOUND,
          ALREADY_EXISTS,
          CONFLICT,
          UNAUTHORIZED,
          FORBIDDEN,
          TOO_MANY_REQUESTS,
          TIMEOUT,
          UNAVAILABLE,
          INVALID,
          CREDENTIALS,
          CANCELLED,
          INTERNAL ->
          this instanceof Watching(String from) ? new Resuming(from) : this;
    };
  }
}
