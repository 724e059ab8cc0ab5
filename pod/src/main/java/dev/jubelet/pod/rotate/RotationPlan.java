package dev.jubelet.pod.rotate;

import dev.jubelet.pod.rotate.RotatedFile.Form;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one rotation does to the files of a log, in the order of the parts. Pure: made from the
 * names that are there, so that a rotation which was cut off anywhere is completed by the next.
 *
 * @param removals what an earlier rotation left unfinished, then the oldest files
 * @param compressions rotated files that are not compressed yet; the newest one never is, since who
 *     follows the log may still read it
 * @param renamedTo what the file that is written to becomes
 */
record RotationPlan(List<String> removals, List<String> compressions, String renamedTo) {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss");

  /** The file that is written to and the one that is rotated now are always kept. */
  private static final int LEAST_FILES = 2;

  static RotationPlan of(String log, Collection<String> names, int maxFiles, LocalDateTime now) {
    List<RotatedFile> found = RotatedFile.among(names, log);
    Set<String> whole =
        found.stream()
            .filter(file -> file.form() == Form.COMPRESSED)
            .map(RotatedFile::stamp)
            .collect(Collectors.toSet());
    List<String> removals = new ArrayList<>();
    List<RotatedFile> kept = new ArrayList<>();
    for (RotatedFile file : found) {
      boolean doubled = file.form() == Form.PLAIN && whole.contains(file.stamp());
      if (doubled || file.form() == Form.UNFINISHED) {
        removals.add(file.name());
      } else {
        kept.add(file);
      }
    }
    kept.sort(Comparator.comparing(RotatedFile::stamp));
    int tooMany = Math.max(0, kept.size() - (maxFiles - LEAST_FILES));
    kept.subList(0, tooMany).forEach(file -> removals.add(file.name()));
    List<RotatedFile> staying = kept.subList(tooMany, kept.size());
    return new RotationPlan(
        removals,
        staying.stream().filter(file -> file.form() == Form.PLAIN).map(RotatedFile::name).toList(),
        log + "." + stamp(found, now));
  }

  /**
   * Names have the precision of a second and local time, which is set back once a year: a file that
   * is rotated later gets a later name all the same, for readers order the files by name.
   */
  private static String stamp(List<RotatedFile> found, LocalDateTime now) {
    LocalDateTime second = now.truncatedTo(ChronoUnit.SECONDS);
    return STAMP.format(
        found.stream()
            .flatMap(file -> time(file.stamp()).stream())
            .max(Comparator.naturalOrder())
            .filter(newest -> !newest.isBefore(second))
            .map(newest -> newest.plusSeconds(1))
            .orElse(second));
  }

  /** Empty for digits that no clock shows. */
  private static Optional<LocalDateTime> time(String stamp) {
    try {
      return Optional.of(LocalDateTime.parse(stamp, STAMP));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
