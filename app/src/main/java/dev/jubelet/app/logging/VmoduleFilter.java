package dev.jubelet.app.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.jubelet.app.config.value.VmodulePattern;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Lets more through for the classes that {@code --vmodule} names. A pattern is a glob for the
 * simple name of the class, or for its full name when it has a dot. Thread: any. Owns: the answers
 * found so far, one for each logger.
 */
final class VmoduleFilter extends TurboFilter {
  private record Rule(Pattern pattern, boolean fullName, Level level) {}

  private final List<Rule> rules;
  private final Map<String, Level> levels = new ConcurrentHashMap<>();

  VmoduleFilter(List<VmodulePattern> patterns) {
    this.rules = patterns.stream().map(VmoduleFilter::rule).toList();
  }

  private static Rule rule(VmodulePattern pattern) {
    String glob = pattern.filePattern();
    StringBuilder regex = new StringBuilder();
    glob.chars()
        .forEach(
            c ->
                regex.append(
                    switch (c) {
                      case '*' -> ".*";
                      case '?' -> ".";
                      default -> Pattern.quote(String.valueOf((char) c));
                    }));
    return new Rule(
        Pattern.compile(regex.toString(), Pattern.CASE_INSENSITIVE),
        glob.contains("."),
        LogLevels.of(pattern.verbosity()));
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] params,
      @Nullable Throwable t) {
    Level lowest = levels.computeIfAbsent(logger.getName(), this::levelOf);
    return level.isGreaterOrEqual(lowest) ? FilterReply.ACCEPT : FilterReply.NEUTRAL;
  }

  private Level levelOf(String logger) {
    String simple = logger.substring(logger.lastIndexOf('.') + 1);
    return rules.stream()
        .filter(rule -> rule.pattern().matcher(rule.fullName() ? logger : simple).matches())
        .map(Rule::level)
        .findFirst()
        .orElse(Level.OFF);
  }
}
