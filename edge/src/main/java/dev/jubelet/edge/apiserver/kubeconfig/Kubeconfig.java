package dev.jubelet.edge.apiserver.kubeconfig;

import java.nio.file.Path;
import java.util.Optional;

/** What the current context of a kubeconfig selects. */
public record Kubeconfig(Path file, KubeconfigCluster cluster, KubeconfigUser user) {

  /** Reads a file; relative paths in it are relative to its directory. */
  public static Kubeconfig read(Path file) {
    return new KubeconfigReader(file).read();
  }

  /** The same cluster for whom a file of certificate and key speaks, whatever the file holds. */
  public Kubeconfig as(Path pair) {
    KubeconfigUser own =
        new KubeconfigUser(Optional.of(pairIn(pair)), user.token(), user.tokenFile(), user.exec());
    return new Kubeconfig(file, cluster, own);
  }

  /** The same cluster for whom nothing but that file speaks; it need not be there yet. */
  public Kubeconfig only(Path pair) {
    KubeconfigUser own =
        new KubeconfigUser(
            Optional.of(pairIn(pair)), Optional.empty(), Optional.empty(), Optional.empty());
    return new Kubeconfig(file, cluster, own);
  }

  private static KubeconfigUser.Pair pairIn(Path file) {
    return new KubeconfigUser.Pair(
        new PemSource.InFile("client-certificate", file), new PemSource.InFile("client-key", file));
  }
}
