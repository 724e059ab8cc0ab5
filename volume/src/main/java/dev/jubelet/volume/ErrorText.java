package dev.jubelet.volume;

import java.nio.file.FileSystemException;

/** ErrorText in words. Pure. */
final class ErrorText {
  private ErrorText() {}

  /** Many failures of file systems only name the file; their kind tells the rest. */
  static String text(Exception e) {
    if (e instanceof FileSystemException f && f.getReason() == null) {
      return e.getClass().getSimpleName().replace("Exception", "") + ": " + e.getMessage();
    }
    return String.valueOf(e.getMessage());
  }
}
