package dev.jubelet.image.record;

import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.credential.Credential.Origin;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who has shown that he may have an image. Pure.
 *
 * @param allPods whether every pod of the node may; then the lists are empty
 * @param secrets sorted by namespace, name and UID, of which no two are the same
 * @param accounts likewise
 */
record Access(boolean allPods, List<SecretProof> secrets, List<Origin.OfServiceAccount> accounts) {
  static final Access NOBODY = new Access(false, List.of(), List.of());
  private static final Access ALL_PODS = new Access(true, List.of(), List.of());

  /** Above which secrets are not noted only because they show the same login. */
  private static final int MOST_SECRETS = 100;

  /** A secret that opened the registry, and the hash of the login that it had then. */
  record SecretProof(Origin.OfSecret secret, String hash) {}

  Access {
    secrets =
        secrets.stream()
            .sorted(
                Comparator.comparing((SecretProof proof) -> proof.secret().namespace())
                    .thenComparing(proof -> proof.secret().name())
                    .thenComparing(proof -> proof.secret().uid()))
            .toList();
    accounts =
        accounts.stream()
            .sorted(
                Comparator.comparing(Origin.OfServiceAccount::namespace)
                    .thenComparing(Origin.OfServiceAccount::name)
                    .thenComparing(Origin.OfServiceAccount::uid))
            .toList();
  }

  boolean isNobody() {
    return equals(NOBODY);
  }

  /** Once all pods may, that stays. */
  Access with(Credential credential) {
    if (allPods) {
      return this;
    }
    return switch (credential.origin()) {
      case Origin.OfNode _ -> ALL_PODS;
      case Origin.OfSecret secret -> {
        Stream<SecretProof> others =
            secrets.stream().filter(proof -> !proof.secret().equals(secret));
        SecretProof newest = new SecretProof(secret, credential.login().hash());
        yield new Access(false, Stream.concat(others, Stream.of(newest)).toList(), accounts);
      }
      case Origin.OfServiceAccount account ->
          new Access(
              false,
              secrets,
              Stream.concat(
                      accounts.stream().filter(known -> !known.equals(account)), Stream.of(account))
                  .toList());
    };
  }

  /** The first of a pod's credentials that gives the right to use the image without a pull. */
  Optional<Credential> grantedBy(List<Credential> credentials) {
    return credentials.stream().filter(this::grants).findFirst();
  }

  private boolean grants(Credential credential) {
    return switch (credential.origin()) {
      // What the node itself may have was noted as open to all pods when it was pulled with it.
      case Origin.OfNode _ -> false;
      case Origin.OfSecret secret -> knowsLogin(credential) || knows(secret);
      case Origin.OfServiceAccount account -> accounts.contains(account);
    };
  }

  /** Whether it should be noted that this credential, which grants the use, does so. */
  boolean shouldNote(Credential credential) {
    return credential.origin() instanceof Origin.OfSecret secret
        && knowsLogin(credential)
        && secrets.stream().noneMatch(proof -> proof.secret().equals(secret))
        && secrets.size() < MOST_SECRETS;
  }

  private boolean knowsLogin(Credential credential) {
    String hash = credential.login().hash();
    return secrets.stream().anyMatch(proof -> proof.hash().equals(hash));
  }

  /** The same secret with another login was rotated. One of a manifest has no UID to tell. */
  private boolean knows(Origin.OfSecret secret) {
    return !secret.uid().isEmpty()
        && secrets.size() < MOST_SECRETS
        && secrets.stream().anyMatch(proof -> proof.secret().equals(secret));
  }
}
