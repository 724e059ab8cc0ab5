package dev.jubelet.image.record;

import dev.jubelet.image.credential.Credential;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is noted of an image that was pulled.
 *
 * @param credentials by the repository as pods write it, without tag and digest
 */
record PulledRecord(Instant updated, String imageRef, Map<String, Access> credentials) {
  PulledRecord {
    credentials = Map.copyOf(credentials);
  }

  /** Of an image that came from here, while nobody knows with what. */
  static PulledRecord withoutCredentials(String imageRef, Instant now) {
    return new PulledRecord(now, imageRef, Map.of());
  }

  Access of(String repository) {
    return credentials.getOrDefault(repository, Access.NOBODY);
  }

  PulledRecord with(String repository, Credential credential, Instant now) {
    Map<String, Access> more = new TreeMap<>(credentials);
    more.put(repository, of(repository).with(credential));
    return new PulledRecord(now, imageRef, more);
  }
}
