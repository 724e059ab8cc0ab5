package dev.jubelet.server.tls;

import dev.jubelet.base.tls.SuiteOrder;
import dev.jubelet.base.tls.TlsException;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Which versions, cipher suites and key exchanges the main server agrees to, in the JDK's names.
 *
 * @param cipherSuites empty means the JDK's choice
 * @param namedGroups empty means the JDK's choice
 * @param warnings what was asked for and is not done, for the log
 */
public record TlsPolicy(
    List<String> protocols,
    List<String> cipherSuites,
    List<String> namedGroups,
    List<String> warnings) {
  private static final List<String> FROM_12 = List.of("TLSv1.3", "TLSv1.2");

  private static final SuiteOrder ORDER = SuiteOrder.here();

  /** Go's names for two suites lack the end that their standard gives them. */
  private static final Set<String> SHORTENED =
      Set.of("TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305");

  /** Those of version 1.3 cannot be chosen: a list speaks of the versions before. */
  private static final List<String> OF_13 =
      List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

  private static final Map<Integer, String> GROUPS =
      Map.of(23, "secp256r1", 24, "secp384r1", 25, "secp521r1", 29, "x25519");

  /** The JDK's choice, from version 1.2 on. */
  public static TlsPolicy usual() {
    return new TlsPolicy(FROM_12, List.of(), List.of(), List.of());
  }

  /**
   * From what the configuration says.
   *
   * @param minVersion {@code VersionTLS10} to {@code VersionTLS13}; empty means 1.2
   * @param cipherSuites IANA names
   * @param curves numbers of the TLS registry
   */
  public static TlsPolicy of(String minVersion, List<String> cipherSuites, List<Integer> curves) {
    List<String> warnings = new ArrayList<>();
    boolean only13 = minVersion.equals("VersionTLS13");
    if (minVersion.equals("VersionTLS10") || minVersion.equals("VersionTLS11")) {
      warnings.add("tlsMinVersion: " + minVersion + " is not secure; 1.2 is the lowest served");
    }
    if (only13 && !cipherSuites.isEmpty()) {
      warnings.add("tlsCipherSuites: has no effect, those of TLS 1.3 cannot be chosen");
    }
    return new TlsPolicy(
        only13 ? List.of("TLSv1.3") : FROM_12,
        only13 || cipherSuites.isEmpty() ? List.of() : suites(cipherSuites, warnings),
        groups(curves, warnings),
        List.copyOf(warnings));
  }

  private static List<String> suites(List<String> wanted, List<String> warnings) {
    Set<String> known = Set.of(supported().getCipherSuites());
    Set<String> suites = new LinkedHashSet<>(OF_13);
    for (String name : wanted) {
      String standard = SHORTENED.contains(name) ? name + "_SHA256" : name;
      if (known.contains(standard)) {
        suites.add(standard);
      } else {
        warnings.add("tlsCipherSuites: this Java does not offer " + name);
      }
    }
    return List.copyOf(suites);
  }

  /** Throws when none of those wanted can be done: any other would be weaker than asked for. */
  private static List<String> groups(List<Integer> wanted, List<String> warnings) {
    Set<String> groups = new LinkedHashSet<>();
    for (int number : wanted) {
      Optional.ofNullable(GROUPS.get(number))
          .ifPresentOrElse(
              groups::add,
              () -> warnings.add("tlsCurvePreferences: this Java does not offer " + number));
    }
    if (groups.isEmpty() && !wanted.isEmpty()) {
      throw new TlsException(
          TlsException.Kind.INVALID,
          "tlsCurvePreferences: this Java offers none of "
              + wanted
              + "; add one of 23, 24, 25 and 29",
          null);
    }
    return List.copyOf(groups);
  }

  private static SSLParameters supported() {
    try {
      return SSLContext.getDefault().getSupportedSSLParameters();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("the JDK lacks TLS", e);
    }
  }

  /** Puts it on a connection. */
  public void applyTo(SSLParameters parameters) {
    parameters.setProtocols(protocols.toArray(String[]::new));
    if (!cipherSuites.isEmpty()) {
      parameters.setCipherSuites(cipherSuites.toArray(String[]::new));
    }
    ORDER.applyTo(parameters);
    // Where all are fast, the client may choose: it knows its own processor.
    parameters.setUseCipherSuitesOrder(!ORDER.aesIsFast());
    if (!namedGroups.isEmpty()) {
      parameters.setNamedGroups(namedGroups.toArray(String[]::new));
    }
  }
}
