package dev.jubelet.volume.csi.driver;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A version of the interface that a driver speaks. Pure. */
public record CsiVersion(int major, int minor, int patch) implements Comparable<CsiVersion> {
  private static final int HIGHEST_MAJOR = 1;
  private static final Pattern FORM =
      Pattern.compile("v?(\\d{1,9})\\.(\\d{1,9})(?:\\.(\\d{1,9}))?(?:\\D.*)?");
  private static final Comparator<CsiVersion> ORDER =
      Comparator.comparingInt(CsiVersion::major)
          .thenComparingInt(CsiVersion::minor)
          .thenComparingInt(CsiVersion::patch);

  /** The highest that this agent speaks too; what is no version is passed over. */
  static Optional<CsiVersion> highest(List<String> versions) {
    return versions.stream()
        .map(String::strip)
        .flatMap(text -> parse(text).stream())
        .filter(version -> version.major() <= HIGHEST_MAJOR)
        .max(Comparator.naturalOrder());
  }

  private static Optional<CsiVersion> parse(String text) {
    Matcher found = FORM.matcher(text);
    return found.matches()
        ? Optional.of(new CsiVersion(part(found, 1), part(found, 2), part(found, 3)))
        : Optional.empty();
  }

  private static int part(Matcher found, int group) {
    String digits = found.group(group);
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  @Override
  public int compareTo(CsiVersion other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor + "." + patch;
  }
}
