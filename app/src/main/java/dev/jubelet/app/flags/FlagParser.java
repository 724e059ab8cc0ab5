package dev.jubelet.app.flags;

import dev.jubelet.app.config.Problem;
import dev.jubelet.app.config.value.Masked;
import dev.jubelet.base.EditDistance;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a command line by pflag's rules, but goes on after an error so that all are reported. One
 * instance reads one command line. Owns: what has been read.
 */
final class FlagParser {
  private static final int NEAR = 3;

  private final Deque<String> words;
  private final ParsedFlags flags = new ParsedFlags();
  private final List<Problem> problems = new ArrayList<>();
  private final List<String> positional = new ArrayList<>();

  private FlagParser(Collection<String> argv) {
    this.words = new ArrayDeque<>(argv);
  }

  /** What a command line holds; flags are only complete when there are no problems. */
  record Parsed(ParsedFlags flags, List<Problem> problems) {}

  static Parsed parse(List<String> argv) {
    FlagParser parser = new FlagParser(argv);
    parser.readAll();
    return new Parsed(parser.flags, List.copyOf(parser.problems));
  }

  private void readAll() {
    while (!words.isEmpty()) {
      String word = words.pop();
      if (word.equals("--")) {
        positional.addAll(words);
        words.clear();
      } else if (word.startsWith("--")) {
        readLong(word.substring(2));
      } else if (word.startsWith("-") && word.length() > 1) {
        readShort(word.substring(1));
      } else {
        positional.add(word);
      }
    }
    if (!positional.isEmpty()) {
      problems.add(new Problem(shownArgument(), "", "unknown command; only flags are taken"));
    }
  }

  /** A value with a blank that nobody quoted goes on in the next word. */
  private String shownArgument() {
    return flags.given().stream().anyMatch(FlagLines::isSensitive)
        ? Masked.WORD
        : positional.getFirst();
  }

  private void readLong(String word) {
    int equals = word.indexOf('=');
    String name = equals < 0 ? word : word.substring(0, equals);
    if (name.isEmpty() || name.startsWith("-")) {
      problems.add(new Problem("--" + word, "", "bad flag syntax"));
      return;
    }
    Flag<?> flag = KubeletFlags.find(name);
    if (flag == null) {
      refuseUnknown(name, equals < 0);
    } else {
      readValue(flag, equals < 0 ? null : word.substring(equals + 1));
    }
  }

  /** Letters may be joined ({@code -hv4}); the first that takes a value takes the rest. */
  private void readShort(String word) {
    for (int i = 0; i < word.length(); i++) {
      Flag<?> flag = KubeletFlags.findShort(word.substring(i, i + 1));
      if (flag == null) {
        problems.add(
            new Problem("-" + word, "", "unknown shorthand flag '" + word.charAt(i) + "'"));
        return;
      }
      String rest = word.substring(i + 1);
      if (rest.startsWith("=")) {
        readValue(flag, rest.substring(1));
        return;
      }
      if (flag.syntax().aloneMeans() == null) {
        readValue(flag, rest.isEmpty() ? null : rest);
        return;
      }
      readValue(flag, null);
    }
  }

  private void readValue(Flag<?> flag, @Nullable String joined) {
    String alone = flag.syntax().aloneMeans();
    if (joined != null) {
      add(flag, joined);
    } else if (alone != null) {
      add(flag, alone);
    } else if (words.isEmpty()) {
      problems.add(new Problem(flag.toString(), "", "flag needs an argument"));
    } else {
      add(flag, words.pop());
    }
  }

  private void add(Flag<?> flag, String text) {
    try {
      flags.add(flag, text);
    } catch (IllegalArgumentException e) {
      String shown =
          FlagLines.isSensitive(flag) ? "invalid value" : "invalid value \"" + text + "\"";
      problems.add(new Problem(flag.toString(), "", shown + ": " + e.getMessage()));
    }
  }

  /** What follows an unknown flag is probably its value, and not worth a complaint of its own. */
  private void refuseUnknown(String name, boolean valueMayFollow) {
    String hint = nearest(name).map(near -> "; did you mean --" + near + "?").orElse("");
    problems.add(new Problem("--" + name, "", "unknown flag" + hint));
    String next = words.peek();
    if (valueMayFollow && next != null && !next.startsWith("-")) {
      words.pop();
    }
  }

  private static Optional<String> nearest(String name) {
    String wanted = name.replace('_', '-');
    return KubeletFlags.all().stream()
        .map(Flag::name)
        .filter(known -> EditDistance.between(known, wanted) <= Math.min(NEAR, known.length() / 2))
        .min(Comparator.comparingInt(known -> EditDistance.between(known, wanted)));
  }
}
