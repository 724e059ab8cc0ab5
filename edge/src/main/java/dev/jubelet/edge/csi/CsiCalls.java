package dev.jubelet.edge.csi;

/**
 * Told of every call that has ended, so that it can be counted and timed.
 *
 * <p>Thread: the caller's; must neither block nor throw.
 */
@FunctionalInterface
public interface CsiCalls {
  CsiCalls UNHEARD = (driver, method, code, nanos) -> {};

  /**
   * @param method its full name, such as {@code /csi.v1.Node/NodeStageVolume}
   * @param code how it ended, as gRPC for Go spells it
   */
  void ended(String driver, String method, String code, long nanos);

  /** To be told of calls for volumes of old kinds that the driver serves. */
  default CsiCalls ofOldKind() {
    return this;
  }
}
