package dev.jubelet.edge.apiserver.auth;

/** A certificate chain and its key as PEM text; equal when nothing changed. */
record PemPair(String origin, String chain, String key) {
  /** Keys are kept out of logs. */
  @Override
  public String toString() {
    return "PemPair[" + origin + "]";
  }
}
