package dev.jubelet.testing.log;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The lines that a log must not have: a lane's step or a timer's task that failed unexpectedly, and
 * what cannot happen.
 */
public final class UnexpectedFailures {
  private static final Pattern LINE =
      Pattern.compile(
          "A step failed unexpectedly|Timer task failed unexpectedly|\"Internal error; exiting\"");

  private UnexpectedFailures() {}

  /** Such lines of a process's log, each with the stack trace below it. */
  public static List<String> in(String log) {
    List<String> lines = log.lines().toList();
    return IntStream.range(0, lines.size())
        .filter(i -> LINE.matcher(lines.get(i)).find())
        .mapToObj(i -> withTrace(lines, i))
        .toList();
  }

  private static String withTrace(List<String> lines, int at) {
    int end = at + 1;
    while (end < lines.size()
        && lines.get(end).matches("\\s+at .*|\\s*Caused by: .*|\\S+(Exception|Error).*")) {
      end++;
    }
    return String.join("\n", lines.subList(at, end));
  }
}
