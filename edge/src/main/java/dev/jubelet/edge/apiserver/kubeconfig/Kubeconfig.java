package dev.jubelet.edge.apiserver.kubeconfig;

import java.nio.file.Path;

/** What the current context of a kubeconfig selects. */
public record Kubeconfig(Path file, Cluster cluster, User user) {

  /** Reads a file; relative paths in it are relative to its directory. */
  public static Kubeconfig read(Path file) {
    return new KubeconfigReader(file).read();
  }
}
