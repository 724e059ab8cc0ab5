package dev.jubelet.resource.userns;

import dev.jubelet.resource.userns.UserNamespaceException.Kind;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the node has set aside for the users of pods. Pure. */
public final class SubordinateIds {
  private static final long ALL_IDS = 1L << 32;
  private static final Pattern LINE = Pattern.compile("0:\\s+\\S+\\s+(\\d{1,10})\\s+(\\d{1,10})");

  private SubordinateIds() {}

  /** All ids but those that the node itself may use. */
  public static IdRange byDefault(long idsPerPod) {
    return new IdRange(idsPerPod, ALL_IDS - idsPerPod);
  }

  /**
   * What the tool {@code getsubids} printed for users and for groups. Throws {@link
   * UserNamespaceException} when that is not one range for both that serves so many pods.
   */
  public static IdRange parse(String users, String groups, long idsPerPod, int maxPods) {
    IdRange range = range(users);
    if (!range.equals(range(groups))) {
      throw unusable("the ranges of users and of groups differ", users + groups);
    }
    if (range.first() % idsPerPod != 0 || range.count() % idsPerPod != 0) {
      throw unusable("start and length must be multiples of " + idsPerPod, users);
    }
    if (range.first() < idsPerPod) {
      throw unusable("it must not start below " + idsPerPod, users);
    }
    if (range.count() / idsPerPod < maxPods) {
      throw unusable("it must have " + idsPerPod + " ids for each of " + maxPods + " pods", users);
    }
    return range;
  }

  private static IdRange range(String printed) {
    List<String> lines = printed.strip().lines().toList();
    if (lines.size() != 1) {
      throw unusable("there must be exactly one range", printed);
    }
    Matcher line = LINE.matcher(lines.getFirst().strip());
    if (!line.matches()) {
      throw unusable("it is not understood", printed);
    }
    return new IdRange(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)));
  }

  private static UserNamespaceException unusable(String why, String printed) {
    return new UserNamespaceException(
        Kind.SETUP,
        "the subordinate ids of the user kubelet cannot be used, correct /etc/subuid and"
            + " /etc/subgid: %s (getsubids printed \"%s\")".formatted(why, printed.strip()));
  }
}
