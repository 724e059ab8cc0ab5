package dev.jubelet.volume.disk;

import dev.jubelet.pod.model.PodUid;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Where pods keep what is theirs on this node: {@code <root>/pods/<uid>}. */
public record PodDirectories(Path root) {
  /** The directory of all pods. */
  public Path all() {
    return root.resolve("pods");
  }

  public Path of(PodUid uid) {
    return all().resolve(component(uid.value(), "pod UID"));
  }

  /** Makes the directories from {@code pods} down to this one, closed to other users. */
  public Path make(PodUid uid, String... below) throws IOException {
    makePrivate(all());
    Path directory = of(uid);
    makePrivate(directory);
    for (String step : below) {
      directory = directory.resolve(step);
      makePrivate(directory);
    }
    return directory;
  }

  private static void makePrivate(Path directory) throws IOException {
    try {
      Files.createDirectory(directory, PrivateDirectory.ATTRIBUTE);
      Files.setPosixFilePermissions(directory, PrivateDirectory.MODE);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        throw new VolumeException(directory + " is in the way: it should be a directory");
      }
    }
  }

  /** Guards against names that lead elsewhere. */
  public static String component(String name, String what) {
    if (name.isEmpty() || name.equals(".") || name.equals("..") || name.contains("/")) {
      throw new VolumeException(
          what + " \"" + name + "\" cannot be used as the name of a directory");
    }
    return name;
  }
}
