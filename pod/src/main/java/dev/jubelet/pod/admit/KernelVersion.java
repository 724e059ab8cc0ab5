package dev.jubelet.pod.admit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first two numbers of a kernel release, which is all that features are tied to. */
public record KernelVersion(int major, int minor) implements Comparable<KernelVersion> {
  private static final Pattern RELEASE = Pattern.compile("(\\d+)\\.(\\d+).*");

  /** Reads a release such as {@code 6.18.5-amd64}. */
  public static KernelVersion parse(String release) {
    Matcher matcher = RELEASE.matcher(release.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("\"" + release + "\" is not a kernel release like 6.18.5");
    }
    return new KernelVersion(
        Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  public boolean isAtLeast(KernelVersion other) {
    return compareTo(other) >= 0;
  }

  @Override
  public int compareTo(KernelVersion other) {
    int byMajor = Integer.compare(major, other.major);
    return byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
  }
}
