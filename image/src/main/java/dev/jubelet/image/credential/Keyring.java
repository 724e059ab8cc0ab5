package dev.jubelet.image.credential;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Logins by the registries that they are for. Pure.
 *
 * @param keys from the pattern that sorts last to the first, equal ones in the order given
 */
public record Keyring(List<Key> keys) {
  public static final Keyring EMPTY = new Keyring(List.of());

  private static final String DEFAULT_REGISTRY = "docker.io";

  /** Under which the default registry's logins have stood since the first docker. */
  private static final String OLD_DEFAULT_KEY = "index.docker.io";

  /** A login and what it is for. */
  public record Key(RegistryPattern pattern, Credential credential) {}

  public Keyring {
    keys =
        keys.stream()
            .sorted(Comparator.comparing((Key key) -> key.pattern().key()).reversed())
            .toList();
  }

  /** Entries whose pattern cannot be read are left out. */
  public static Keyring of(List<Entry> entries, Credential.Origin origin) {
    List<Key> keys = new ArrayList<>();
    for (Entry entry : entries) {
      key(entry, origin).ifPresent(keys::add);
    }
    return new Keyring(keys);
  }

  private static Optional<Key> key(Entry entry, Credential.Origin origin) {
    return RegistryPattern.parse(entry.registry())
        .map(pattern -> new Key(pattern, new Credential(entry.login(), origin)));
  }

  /** A registry as somebody wrote it, and the login for it. */
  public record Entry(String registry, Login login) {}

  public Keyring and(Keyring others) {
    List<Key> all = new ArrayList<>(keys);
    all.addAll(others.keys);
    return new Keyring(all);
  }

  /** What may open the repository, given with its registry, in the order to try. */
  public List<Credential> find(String repository) {
    List<Credential> matching =
        keys.stream()
            .filter(key -> key.pattern().matches(repository))
            .map(Key::credential)
            .toList();
    return matching.isEmpty() && repository.startsWith(DEFAULT_REGISTRY + "/")
        ? ofOldDefault()
        : matching;
  }

  private List<Credential> ofOldDefault() {
    return keys.stream()
        .filter(key -> key.pattern().key().equals(OLD_DEFAULT_KEY))
        .map(Key::credential)
        .toList();
  }
}
