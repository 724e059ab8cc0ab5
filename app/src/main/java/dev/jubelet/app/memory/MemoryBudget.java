package dev.jubelet.app.memory;

/**
 * How the heap is shared out, so that what others can make large fits beside what the agent needs
 * for itself.
 *
 * @param objectBytes of config maps and secrets in use
 * @param manifestBytes of all manifests in a directory
 * @param objectReads of such objects at a time, each of which takes several times its size
 */
public record MemoryBudget(long objectBytes, long manifestBytes, int objectReads) {
  private static final long MIB = 1L << 20;

  /** What 110 pods with small objects take, and room to work. */
  private static final long AGENT = 64 * MIB;

  private static final long LEAST = 8 * MIB;
  private static final long PER_READ = 32 * MIB;
  private static final int MOST_READS = 16;

  /** Of a heap that may have so many bytes. */
  public static MemoryBudget of(long maxHeap) {
    return new MemoryBudget(
        Math.max(LEAST, (maxHeap - AGENT) / 8 * 5),
        Math.max(LEAST, (maxHeap - AGENT) / 8),
        Math.clamp(maxHeap / PER_READ, 1, MOST_READS));
  }
}
