package dev.jubelet.pod.model;

/** Names of the annotations and labels that are part of the contract with the outside. */
public final class Annotations {
  public static final String SOURCE = "kubernetes.io/config.source";
  public static final String SEEN = "kubernetes.io/config.seen";
  public static final String HASH = "kubernetes.io/config.hash";
  public static final String MIRROR = "kubernetes.io/config.mirror";

  public static final String POD_NAME = "io.kubernetes.pod.name";
  public static final String POD_NAMESPACE = "io.kubernetes.pod.namespace";
  public static final String POD_UID = "io.kubernetes.pod.uid";
  public static final String CONTAINER_NAME = "io.kubernetes.container.name";

  public static final String CONTAINER_HASH = "io.kubernetes.container.hash";
  public static final String CONTAINER_RESTART_COUNT = "io.kubernetes.container.restartCount";
  public static final String CONTAINER_TERMINATION_MESSAGE_PATH =
      "io.kubernetes.container.terminationMessagePath";
  public static final String CONTAINER_TERMINATION_MESSAGE_POLICY =
      "io.kubernetes.container.terminationMessagePolicy";
  public static final String CONTAINER_PRE_STOP = "io.kubernetes.container.preStopHandler";
  public static final String CONTAINER_PORTS = "io.kubernetes.container.ports";
  public static final String POD_DELETION_GRACE = "io.kubernetes.pod.deletionGracePeriod";
  public static final String POD_TERMINATION_GRACE = "io.kubernetes.pod.terminationGracePeriod";

  private Annotations() {}
}
