package dev.jubelet.image.record;

/**
 * Told of files of pulls and of what was decided by them; must neither block nor throw.
 *
 * <p>Thread: any.
 */
public interface RecordListener {
  RecordListener UNHEARD =
      new RecordListener() {
        @Override
        public void checked(String result) {}

        @Override
        public void counted(int intents, int records) {}
      };

  /** It was decided whether a present image may be used; the result is the label of the metric. */
  void checked(String result);

  /** How many files there are, after one was written or removed. */
  void counted(int intents, int records);
}
