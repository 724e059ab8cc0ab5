package dev.jubelet.app.flags;

import static dev.jubelet.app.flags.Syntaxes.BOOL;
import static dev.jubelet.app.flags.Syntaxes.STRING;

import java.util.List;

/** Flags that upstream does not have. */
public final class OwnFlags {
  private static final FlagGroup FLAGS = new FlagGroup();

  public static final Flag<Boolean> OFFLINE_JOURNAL =
      FLAGS.honours(
          "offline-journal",
          BOOL,
          false,
          "Keep accepted pods and what they use, encrypted, for starts without the API server.");
  public static final Flag<String> OFFLINE_JOURNAL_KEY_FILE =
      FLAGS.honours(
          "offline-journal-key-file",
          STRING,
          "",
          "File with the journal's key, 32 bytes; empty for one that is made in --root-dir.");
  public static final Flag<String> IMAGE_ARCHIVE_DIR =
      FLAGS.honours(
          "image-archive-dir",
          STRING,
          "",
          "Directory whose image archives are imported, each once; empty for none.");
  public static final Flag<Boolean> SHUTDOWN_ON_SIGTERM =
      FLAGS.honours(
          "shutdown-on-sigterm",
          BOOL,
          false,
          "End the pods as on a node shutdown when a signal ends the agent; without logind.");

  public static final Flag<Boolean> KEEP_KERNEL_SETTINGS =
      FLAGS.honours(
          "keep-kernel-settings",
          BOOL,
          false,
          "Log kernel settings that a node should have instead of setting them at the start.");

  static final List<Flag<?>> ALL = FLAGS.all();

  private OwnFlags() {}
}
