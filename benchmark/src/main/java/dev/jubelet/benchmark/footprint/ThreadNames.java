package dev.jubelet.benchmark.footprint;

import dev.jubelet.benchmark.report.Table;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The platform threads of a JVM, those of a pool together. Pure. */
final class ThreadNames {
  private static final Pattern HEAD = Pattern.compile("^\"(.*?)\" .*");

  private ThreadNames() {}

  /** From the answer to Thread.print. */
  static Map<String, Integer> count(String answer) {
    Map<String, Integer> names = new TreeMap<>();
    answer
        .lines()
        .map(HEAD::matcher)
        .filter(Matcher::matches)
        .forEach(head -> names.merge(head.group(1).replaceAll("\\d+", "N"), 1, Integer::sum));
    return names;
  }

  static String table(String answer) {
    Table table = new Table("thread", "count");
    count(answer).forEach((name, count) -> table.add(name, Integer.toString(count)));
    return table.text();
  }
}
