package dev.jubelet.image;

import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.credential.PodCredentials;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks a pod's credentials up when they are first needed and never again: a decision and the pull
 * that follows from it are made with the same.
 *
 * <p>Thread: that of one request. Owns: what was found.
 */
final class CredentialsOnce implements PodCredentials {
  private final PodCredentials source;
  private final Map<String, List<Credential>> found = new HashMap<>();

  private CredentialsOnce(PodCredentials source) {
    this.source = source;
  }

  static PodCredentials of(PodCredentials source) {
    return new CredentialsOnce(source);
  }

  @Override
  public List<Credential> find(String repository) throws InterruptedException {
    List<Credential> known = found.get(repository);
    if (known != null) {
      return known;
    }
    List<Credential> credentials = source.find(repository);
    found.put(repository, credentials);
    return credentials;
  }
}
