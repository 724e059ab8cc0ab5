package dev.jubelet.volume.projection;

import dev.jubelet.volume.disk.VolumeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which paths a file of a volume may have. Pure. */
final class PayloadPaths {
  private static final int LONGEST_PATH = 4096;
  private static final int LONGEST_NAME = 255;

  private PayloadPaths() {}

  /** The path without needless steps. Names that begin with two dots are the writer's own. */
  static String checked(String path) {
    if (path.isEmpty()) {
      throw invalid("must not be empty: \"\"");
    }
    if (path.startsWith("/")) {
      throw invalid("must be relative path: " + path);
    }
    if (path.indexOf('\0') >= 0) {
      throw invalid("must not contain a zero byte");
    }
    if (bytes(path) > LONGEST_PATH) {
      throw invalid("must be less than or equal to " + LONGEST_PATH + " characters");
    }
    List<String> steps = new ArrayList<>();
    for (String step : path.split("/", -1)) {
      if (step.equals("..")) {
        throw invalid("must not contain '..': " + path);
      }
      if (bytes(step) > LONGEST_NAME) {
        throw invalid("filenames must be less than or equal to " + LONGEST_NAME + " characters");
      }
      if (!step.isEmpty() && !step.equals(".")) {
        steps.add(step);
      }
    }
    if (steps.isEmpty()) {
      throw invalid("must not be empty: \"" + path + "\"");
    }
    if (steps.getFirst().startsWith("..")) {
      throw invalid("must not start with '..': " + path);
    }
    return String.join("/", steps);
  }

  static void refuseFilesAsDirectories(Set<String> paths) {
    for (String path : paths) {
      for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
        if (paths.contains(path.substring(0, at))) {
          throw invalid(
              "\"%s\" cannot be a file and the directory of \"%s\""
                  .formatted(path.substring(0, at), path));
        }
      }
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static VolumeException invalid(String why) {
    return new VolumeException("invalid path: " + why);
  }
}
