package dev.jubelet.image.credential;

/** A login and by whose right it is used. */
public record Credential(Login login, Origin origin) {

  /** Where a login comes from, which decides who may use an image that was pulled with it. */
  public sealed interface Origin {

    /** The node's own, good for all its pods. */
    record OfNode() implements Origin {}

    /**
     * A secret that the pod names.
     *
     * @param uid empty for a secret of a manifest
     */
    record OfSecret(String uid, String namespace, String name) implements Origin {}

    /** Given by a plugin for the pod's service account. */
    record OfServiceAccount(String uid, String namespace, String name) implements Origin {}

    Origin NODE = new OfNode();
  }

  public static Credential ofNode(Login login) {
    return new Credential(login, Origin.NODE);
  }
}
