package dev.jubelet.server.logs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a log file that was rotated away: that of the log, the time when it was rotated, and
 * {@code .gz} once it is compressed. The times sort as text.
 */
record RotatedName(String name, String stamp, boolean compressed) {
  private static final Pattern SUFFIX = Pattern.compile("\\.(\\d{8}-\\d{6})(\\.gz)?");

  /**
   * The rotated files of a log among these names, oldest first. A file that is being compressed has
   * two names for a while: then the one that is surely whole counts.
   */
  static List<RotatedName> among(Collection<String> names, String logName) {
    Map<String, RotatedName> byStamp = new TreeMap<>();
    for (String name : names) {
      if (name.startsWith(logName)) {
        Matcher suffix = SUFFIX.matcher(name.substring(logName.length()));
        if (suffix.matches()) {
          RotatedName found = new RotatedName(name, suffix.group(1), suffix.group(2) != null);
          byStamp.merge(found.stamp(), found, (a, b) -> a.compressed() ? b : a);
        }
      }
    }
    return new ArrayList<>(byStamp.values());
  }
}
