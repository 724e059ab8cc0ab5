package dev.jubelet.app.flags;

import dev.jubelet.app.config.Problem;
import java.util.List;

/** What a command line asks for. */
public sealed interface ParseResult {
  /** Start with these options, after the warnings were logged. */
  record Run(KubeletOptions options, List<String> warnings) implements ParseResult {}

  /** Print the text on standard output and exit with 0. */
  record Print(String text) implements ParseResult {}

  /** Print the reasons on standard error and exit with 1. */
  record Fail(List<Problem> problems) implements ParseResult {}
}
