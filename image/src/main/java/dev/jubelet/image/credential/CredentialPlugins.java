package dev.jubelet.image.credential;

import io.fabric8.kubernetes.api.model.Pod;

/** Programs of the node that know logins. */
@FunctionalInterface
public interface CredentialPlugins {
  CredentialPlugins NONE = (pod, repository) -> Keyring.EMPTY;

  /**
   * What they say for a repository, given with its registry; one that fails says nothing. Blocks
   * while programs run.
   */
  Keyring provide(Pod pod, String repository) throws InterruptedException;
}
