package dev.jubelet.pod.journal;

/** Hears how the journal fares; may not block. */
public interface JournalListener {
  /** How many entries there are now. */
  void entries(int count);

  /** An entry, or all, could not be written or removed. */
  void writeFailed();

  /** An entry could not be read and was set aside. */
  void unreadable();
}
