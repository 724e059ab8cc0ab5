package dev.jubelet.app.config.rule;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.config.value.IpAddress;
import java.util.List;
import java.util.Set;

/** Ports, TLS and who may call. */
final class ServerRules {
  private static final int LARGEST_PORT = 65535;

  /** Numbers from the TLS registry: the NIST curves, X25519 and the hybrids with ML-KEM. */
  private static final Set<Integer> CURVES = Set.of(23, 24, 25, 29, 4587, 4588, 4589);

  private static final Set<String> CIPHERS =
      Set.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  private static final Set<String> INSECURE_CIPHERS =
      Set.of(
          "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
          "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
          "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
          "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
          "TLS_ECDHE_RSA_WITH_RC4_128_SHA",
          "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
          "TLS_RSA_WITH_AES_128_CBC_SHA",
          "TLS_RSA_WITH_AES_128_CBC_SHA256",
          "TLS_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_RSA_WITH_AES_256_CBC_SHA",
          "TLS_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_RSA_WITH_RC4_128_SHA");

  private ServerRules() {}

  static void check(Findings findings) {
    findings.require(
        IpAddress.isValid(findings.get(ServerFields.ADDRESS)),
        ServerFields.ADDRESS,
        "must be an IP address");
    findings.between(ServerFields.PORT, 1, LARGEST_PORT);
    findings.between(ServerFields.READ_ONLY_PORT, 0, LARGEST_PORT);
    findings.between(ServerFields.HEALTHZ_PORT, 0, LARGEST_PORT);
    findings.oneOf(ServerFields.AUTHORIZATION_MODE, "AlwaysAllow", "Webhook");
    checkTls(findings);
    if (findings.get(ServerFields.ENABLE_SYSTEM_LOG_QUERY)
        && !findings.get(ServerFields.ENABLE_SYSTEM_LOG_HANDLER)) {
      findings.add(ServerFields.ENABLE_SYSTEM_LOG_QUERY, "needs enableSystemLogHandler to be true");
    }
    findings.oneOf(ServerFields.SHOW_HIDDEN_METRICS_FOR_VERSION, "", "1.35");
  }

  private static void checkTls(Findings findings) {
    findings.oneOf(
        ServerFields.TLS_MIN_VERSION,
        "",
        "VersionTLS10",
        "VersionTLS11",
        "VersionTLS12",
        "VersionTLS13");
    for (String cipher : findings.get(ServerFields.TLS_CIPHER_SUITES)) {
      if (!CIPHERS.contains(cipher) && !INSECURE_CIPHERS.contains(cipher)) {
        findings.add(ServerFields.TLS_CIPHER_SUITES, "unknown cipher suite \"" + cipher + "\"");
      }
    }
    for (int curve : findings.get(ServerFields.TLS_CURVE_PREFERENCES)) {
      if (!CURVES.contains(curve)) {
        findings.add(ServerFields.TLS_CURVE_PREFERENCES, "unknown curve number " + curve);
      }
    }
    if (findings.get(ServerFields.SERVER_TLS_BOOTSTRAP)
        && !findings.enabled("RotateKubeletServerCertificate")) {
      findings.add(
          ServerFields.SERVER_TLS_BOOTSTRAP,
          "needs the feature gate RotateKubeletServerCertificate");
    }
  }

  static List<String> warnings(KubeletConfig config) {
    return config.get(ServerFields.TLS_CIPHER_SUITES).stream()
        .filter(INSECURE_CIPHERS::contains)
        .map(cipher -> "tlsCipherSuites: " + cipher + " is insecure")
        .toList();
  }
}
