package dev.jubelet.base.trace;

/**
 * Which new traces are kept. The id of the trace decides, by the rule that OpenTelemetry's
 * libraries share, so that processes with the same ratio keep the same traces.
 *
 * @param bound the ratio as an unsigned number of 63 bits
 */
public record Sampling(long bound) {
  /** Only what another process has begun, and keeps. */
  public static final Sampling NEVER = new Sampling(0);

  private static final int ALL = 1_000_000;

  public static Sampling perMillion(int rate) {
    return new Sampling(rate >= ALL ? Long.MIN_VALUE : (long) ((double) rate / ALL * 0x1p63));
  }

  boolean keeps(long traceLow) {
    return Long.compareUnsigned(traceLow >>> 1, bound) < 0;
  }
}
