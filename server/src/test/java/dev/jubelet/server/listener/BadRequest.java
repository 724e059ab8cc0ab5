package dev.jubelet.server.listener;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A case of the corpus in {@code bad-requests}, whose README has the format.
 *
 * @param outcome a status, or where the client goes silent
 */
record BadRequest(String name, String outcome, String bytes) {
  static final String CUT_IN_HEAD = "cut in head";
  static final String CUT_IN_BODY = "cut in body";

  private static final List<String> FILES = List.of("smuggling", "chunks", "heads", "slow");
  private static final Pattern REPEATED = Pattern.compile("\\\\\\{(.*?)\\*([0-9]+)}");
  private static final Pattern ESCAPED = Pattern.compile("\\\\(x[0-9a-f]{2}|.)");

  static List<BadRequest> all() {
    return FILES.stream().flatMap(BadRequest::of).toList();
  }

  boolean isCut() {
    return outcome.startsWith("cut");
  }

  private static Stream<BadRequest> of(String file) {
    List<BadRequest> cases = new ArrayList<>();
    for (String line : text(file).lines().toList()) {
      if (line.startsWith("== ")) {
        String[] words = line.split(" ", 3);
        cases.add(new BadRequest(file + "/" + words[1], words[2], ""));
      } else if (!line.startsWith("#") && !line.isEmpty()) {
        BadRequest last = cases.removeLast();
        cases.add(new BadRequest(last.name, last.outcome, last.bytes + decoded(line)));
      }
    }
    return cases.stream();
  }

  private static String text(String file) {
    String path = "/bad-requests/" + file + ".txt";
    try (InputStream in = BadRequest.class.getResourceAsStream(path)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String decoded(String line) {
    String whole =
        REPEATED
            .matcher(line)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        found.group(1).repeat(Integer.parseInt(found.group(2)))));
    return ESCAPED.matcher(whole).replaceAll(found -> Matcher.quoteReplacement(character(found)));
  }

  private static String character(MatchResult escape) {
    String name = escape.group(1);
    return switch (name) {
      case "r" -> "\r";
      case "n" -> "\n";
      case "t" -> "\t";
      case "0" -> "\0";
      case "\\" -> "\\";
      default -> String.valueOf((char) Integer.parseInt(name, 1, 3, 16));
    };
  }

  @Override
  public String toString() {
    return name;
  }
}
