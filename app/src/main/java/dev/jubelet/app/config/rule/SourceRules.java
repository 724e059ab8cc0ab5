package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.field.SourceFields;
import dev.jubelet.app.config.value.Masked;
import java.net.URI;
import java.net.URISyntaxException;

/** Where pods are found. */
final class SourceRules {
  private SourceRules() {}

  static void check(Findings findings) {
    String url = findings.get(SourceFields.STATIC_POD_URL);
    if (!isUrl(url)) {
      findings.add(
          SourceFields.STATIC_POD_URL, "must be a valid URL, but is \"" + Masked.url(url) + "\"");
    }
  }

  /** The JDK's message would repeat the text, which may have a password in it. */
  private static boolean isUrl(String text) {
    try {
      return new URI(text).toString().equals(text);
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
