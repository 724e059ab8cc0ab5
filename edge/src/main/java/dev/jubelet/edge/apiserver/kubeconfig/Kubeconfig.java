package dev.jubelet.edge.apiserver.kubeconfig;

import java.nio.file.Path;
import java.util.Optional;

/** What the current context of a kubeconfig selects. */
public record Kubeconfig(Path file, Cluster cluster, User user) {

  /** Reads a file; relative paths in it are relative to its directory. */
  public static Kubeconfig read(Path file) {
    return new KubeconfigReader(file).read();
  }

  /** The same cluster for whom a file of certificate and key speaks, whatever the file holds. */
  public Kubeconfig as(Path pair) {
    User.Pair own =
        new User.Pair(
            new Material.InFile("client-certificate", pair),
            new Material.InFile("client-key", pair));
    return new Kubeconfig(
        file, cluster, new User(Optional.of(own), user.token(), user.tokenFile(), user.exec()));
  }
}
