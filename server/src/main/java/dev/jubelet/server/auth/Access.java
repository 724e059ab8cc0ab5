package dev.jubelet.server.auth;

import dev.jubelet.base.Timers;
import dev.jubelet.server.http.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one question every request of the main server must pass, be it routed or upgraded: who asks,
 * and may they. Whatever goes wrong on the way means no.
 *
 * <p>Thread: any. Owns: nothing but the log of refusals.
 */
public final class Access {
  private static final Logger log = LoggerFactory.getLogger(Access.class);
  private static final String AUTHENTICATED_GROUP = "system:authenticated";

  /** The answer. */
  public sealed interface Verdict {
    /** Go on, on behalf of this user. */
    record Granted(User user) implements Verdict {}

    /** Answer with this status and text, and nothing else. */
    record Refused(int status, String text) implements Verdict {}
  }

  private static final Verdict.Refused UNAUTHORIZED = new Verdict.Refused(401, "Unauthorized");

  private final List<Authenticator> authenticators;
  private final boolean anonymous;
  private final Authorizer authorizer;
  private final String nodeName;
  private final RefusalLog refusals;

  /**
   * @param authenticators asked in order until one recognises the user
   * @param anonymous whether a request without any credentials is let through as anonymous
   */
  public Access(
      List<Authenticator> authenticators,
      boolean anonymous,
      Authorizer authorizer,
      String nodeName,
      Timers timers) {
    this.authenticators = List.copyOf(authenticators);
    this.anonymous = anonymous;
    this.authorizer = authorizer;
    this.nodeName = nodeName;
    this.refusals = new RefusalLog(timers);
  }

  public Verdict check(Request request) {
    Optional<User> user = identify(request);
    return user.isPresent() ? authorize(user.get(), request) : UNAUTHORIZED;
  }

  private Optional<User> identify(Request request) {
    boolean rejected = false;
    for (Authenticator authenticator : authenticators) {
      switch (ask(authenticator, request)) {
        case Authentication.Authenticated(User user) -> {
          return Optional.of(withGroup(user));
        }
        case Authentication.Absent() -> {}
        case Authentication.Rejected(String reason) -> {
          rejected = true;
          refusals.refused(request.remoteAddress(), reason);
        }
      }
    }
    return anonymous && !rejected ? Optional.of(User.ANONYMOUS) : Optional.empty();
  }

  private static Authentication ask(Authenticator authenticator, Request request) {
    try {
      return authenticator.authenticate(request);
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("Authenticator failed; request refused");
      return new Authentication.Rejected("the authenticator failed");
    }
  }

  private static User withGroup(User user) {
    if (user.groups().contains(AUTHENTICATED_GROUP)) {
      return user;
    }
    List<String> groups = new ArrayList<>(user.groups());
    groups.add(AUTHENTICATED_GROUP);
    return new User(user.name(), user.uid(), List.copyOf(groups), user.extra());
  }

  private Verdict authorize(User user, Request request) {
    List<Attributes> alternatives = Attributes.of(request, nodeName);
    for (Attributes attributes : alternatives) {
      try {
        if (authorizer.allows(user, attributes)) {
          return new Verdict.Granted(user);
        }
      } catch (RuntimeException e) {
        log.atError()
            .setCause(e)
            .addKeyValue("user", user.name())
            .log("Authorizer failed; request refused");
        return authorizationError(user, attributes);
      }
    }
    return forbidden(user, alternatives);
  }

  private static Verdict authorizationError(User user, Attributes attributes) {
    return new Verdict.Refused(
        500,
        "Authorization error (user=%s, verb=%s, resource=nodes, subresource=%s)"
            .formatted(user.name(), attributes.verb(), attributes.subresource()));
  }

  private static Verdict forbidden(User user, List<Attributes> alternatives) {
    String subresources =
        String.join(" ", alternatives.stream().map(Attributes::subresource).toList());
    return new Verdict.Refused(
        403,
        "Forbidden (user=%s, verb=%s, resource=nodes, subresource(s)=[%s])"
            .formatted(user.name(), alternatives.getFirst().verb(), subresources));
  }
}
