package dev.jubelet.volume.disk;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * The group that owns the volumes of a pod, if the pod asks for one: it may read what is there, and
 * what is made in a directory later belongs to it too. Volumes that begin empty are given to it
 * before anybody sees them, so a policy for existing trees has nothing to decide.
 */
public record FsGroup(OptionalInt id) {
  private static final int INHERITED = 02000;
  private static final int ENTER = 0110;

  /** What the group may do with the files. */
  public enum GroupAccess {
    READ(0440),
    READ_AND_WRITE(0660);

    private final int bits;

    GroupAccess(int bits) {
      this.bits = bits;
    }
  }

  public static FsGroup of(Pod pod) {
    PodSecurityContext context = pod.getSpec().getSecurityContext();
    return context == null || context.getFsGroup() == null
        ? new FsGroup(OptionalInt.empty())
        : new FsGroup(OptionalInt.of(Math.toIntExact(context.getFsGroup())));
  }

  /** The mode of a directory once the group has its part. */
  public int directoryMode(int mode, GroupAccess access) {
    return id.isPresent() ? mode | access.bits | INHERITED | ENTER : mode;
  }

  public int fileMode(int mode, GroupAccess access) {
    return id.isPresent() ? mode | access.bits : mode;
  }

  /** Gives a file, directory or link to the group; a mode is set after this, never before. */
  public void own(Path path) throws IOException {
    if (id.isPresent()) {
      Files.setAttribute(path, "unix:gid", id.getAsInt(), LinkOption.NOFOLLOW_LINKS);
    }
  }
}
