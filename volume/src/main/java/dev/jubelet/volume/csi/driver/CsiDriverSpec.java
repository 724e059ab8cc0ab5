package dev.jubelet.volume.csi.driver;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the cluster says of a driver, in its CSIDriver object.
 *
 * @param declared whether there is such an object at all
 * @param modes Persistent, Ephemeral
 * @param fsGroupPolicy None, File or ReadWriteOnceWithFSType
 * @param tokensInSecrets where the driver wants tokens: among the secrets, or in the context
 * @param allocatableUpdatePeriod how often it is asked again how many volumes fit
 * @param supportsSelinuxMount whether its volumes can be mounted with a SELinux label
 */
public record CsiDriverSpec(
    boolean declared,
    boolean attachRequired,
    boolean podInfoOnMount,
    List<String> modes,
    String fsGroupPolicy,
    boolean requiresRepublish,
    List<TokenAudience> tokens,
    boolean tokensInSecrets,
    Optional<Duration> allocatableUpdatePeriod,
    boolean supportsSelinuxMount) {

  /** A token that the driver wants of each pod. */
  public record TokenAudience(String audience, OptionalLong lifeSeconds) {}

  /** Of a driver that the cluster says nothing of. */
  public static final CsiDriverSpec UNDECLARED =
      new CsiDriverSpec(
          false,
          true,
          false,
          List.of("Persistent"),
          "ReadWriteOnceWithFSType",
          false,
          List.of(),
          false,
          Optional.empty(),
          false);

  public CsiDriverSpec {
    modes = List.copyOf(modes);
    tokens = List.copyOf(tokens);
  }
}
