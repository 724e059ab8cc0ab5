package dev.jubelet.app.config.value;

import java.util.regex.Pattern;

/** How configuration is shown that carries credentials: with the word that upstream uses. */
public final class Masked {
  public static final String WORD = "<masked>";

  /** Also without a scheme, and with characters that no URL may have: the text may be a mistake. */
  private static final Pattern USER = Pattern.compile("^([^/?#]*://|//|)[^/?#]*@");

  private Masked() {}

  /** The URL with its user and password masked, if it has them. */
  public static String url(String url) {
    return USER.matcher(url).replaceFirst("$1" + WORD + "@");
  }
}
