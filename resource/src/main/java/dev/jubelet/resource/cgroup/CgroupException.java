package dev.jubelet.resource.cgroup;

import org.jspecify.annotations.Nullable;

/** A cgroup that is missing, or that the kernel or systemd does not make or change. */
public final class CgroupException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CgroupException(String message) {
    this(message, null);
  }

  CgroupException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
