package dev.jubelet.app.logging;

import java.lang.StackWalker.StackFrame;
import java.util.Optional;

/** Finds the line of code that logged, by walking no more of the stack than needed. */
final class Caller {
  private static final StackWalker WALKER = StackWalker.getInstance();
  private static final String UNKNOWN = "???:1";

  private Caller() {}

  /** {@code File.java:line} of the first frame outside the logging libraries. */
  static String find() {
    Optional<StackFrame> frame =
        WALKER.walk(frames -> frames.dropWhile(Caller::isLogging).findFirst());
    return frame.map(found -> found.getFileName() + ":" + found.getLineNumber()).orElse(UNKNOWN);
  }

  private static boolean isLogging(StackFrame frame) {
    String name = frame.getClassName();
    return name.startsWith("ch.qos.logback.")
        || name.startsWith("org.slf4j.")
        || name.equals(Caller.class.getName())
        || name.equals(LineEncoder.class.getName());
  }
}
