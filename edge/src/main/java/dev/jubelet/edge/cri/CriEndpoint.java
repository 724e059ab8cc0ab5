package dev.jubelet.edge.cri;

import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where the runtime listens: {@code unix:///path/to/socket}. */
public record CriEndpoint(Path path) {
  private static final Logger log = LoggerFactory.getLogger(CriEndpoint.class);
  private static final String SCHEME = "unix://";

  /** Reads the value of containerRuntimeEndpoint or imageServiceEndpoint. */
  public static CriEndpoint parse(String text) {
    if (text.startsWith(SCHEME)) {
      return absolute(text, text.substring(SCHEME.length()));
    }
    int colon = text.indexOf(':');
    if (colon >= 0 && !text.startsWith("/")) {
      throw refused(text, "scheme \"" + text.substring(0, colon) + "\" is not supported");
    }
    CriEndpoint endpoint = absolute(text, text);
    log.atWarn()
        .addKeyValue("endpoint", text)
        .addKeyValue("use", endpoint.text())
        .log("Endpoint without scheme is deprecated");
    return endpoint;
  }

  private static CriEndpoint absolute(String text, String path) {
    if (!path.startsWith("/") || path.length() == 1) {
      throw refused(text, "it holds no absolute path");
    }
    return new CriEndpoint(Path.of(path));
  }

  private static CriException refused(String text, String why) {
    return new CriException(
        CriException.Kind.INVALID,
        "connect",
        "container runtime endpoint \""
            + text
            + "\": "
            + why
            + "; give the runtime's socket as unix:///path/to/socket");
  }

  /** The endpoint in full, with its scheme. */
  public String text() {
    return SCHEME + path;
  }
}
