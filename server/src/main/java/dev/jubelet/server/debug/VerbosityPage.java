package dev.jubelet.server.debug;

import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Router;
import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/**
 * {@code PUT /debug/flags/v}: how much the process logs from now on.
 *
 * <p>Thread: any; immutable.
 */
public final class VerbosityPage {
  private static final String PATH = "/debug/flags/v";
  private static final int LONGEST_BODY = 64;

  private final IntConsumer verbosity;

  /**
   * @param verbosity takes the new number, at once
   */
  public VerbosityPage(IntConsumer verbosity) {
    this.verbosity = verbosity;
  }

  public void addTo(Router.Builder routes) {
    routes.any(PATH, this::set);
  }

  /** The same path, where nobody may do that. */
  public static void addDisabled(Router.Builder routes) {
    routes.any(PATH, exchange -> exchange.text(405, "flags endpoint is disabled.\n"));
  }

  private void set(Exchange exchange) {
    if (!exchange.request().method().equals("PUT")) {
      exchange.text(406, "unsupported http method");
      return;
    }
    String text = new String(exchange.request().body(LONGEST_BODY), StandardCharsets.UTF_8);
    try {
      verbosity.accept(Integer.parseInt(text));
      exchange.text(200, "successfully set klog.logging.verbosity to " + text);
    } catch (NumberFormatException e) {
      exchange.text(
          400,
          "failed set klog.logging.verbosity %s: strconv.ParseInt: parsing \"%s\": invalid syntax"
              .formatted(text, text));
    }
  }
}
