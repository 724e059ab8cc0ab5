package dev.jubelet.image.credential;

import java.util.List;

/** What one pod may pull with. */
@FunctionalInterface
public interface PodCredentials {

  /**
   * For a repository, given with its registry, in the order to try; empty for a pull without login.
   * Blocks while plugins run. Throws {@link CredentialException} when a secret of the pod cannot be
   * read.
   */
  List<Credential> find(String repository) throws InterruptedException;
}
