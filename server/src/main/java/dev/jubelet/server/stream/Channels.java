package dev.jubelet.server.stream;

/** Which streams a command has; a terminal also has a size. */
public record Channels(boolean stdin, boolean stdout, boolean stderr, boolean tty) {
  static final int STDIN = 0;
  static final int STDOUT = 1;
  static final int STDERR = 2;
  static final int ERROR = 3;
  static final int RESIZE = 4;

  /** Not a stream: the byte behind it names one that the client will send no more on. */
  static final int END = 255;
}
