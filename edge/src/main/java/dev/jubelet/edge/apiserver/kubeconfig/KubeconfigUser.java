package dev.jubelet.edge.apiserver.kubeconfig;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Who we are to the API server; nothing at all is anonymous.
 *
 * @param certificate with its key
 * @param token sent as it is
 * @param tokenFile read again and again; once read it outranks {@code token}
 * @param exec a program that says the credentials
 */
public record KubeconfigUser(
    Optional<Pair> certificate,
    Optional<String> token,
    Optional<Path> tokenFile,
    Optional<ExecPlugin> exec) {

  /** A certificate chain and its private key. */
  public record Pair(PemSource chain, PemSource key) {}

  /** Tokens are kept out of logs. */
  @Override
  public String toString() {
    return "User[certificate=%s, token=%s, tokenFile=%s, exec=%s]"
        .formatted(certificate, token.isPresent() ? "given" : "none", tokenFile, exec);
  }
}
