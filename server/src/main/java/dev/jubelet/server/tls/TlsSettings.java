package dev.jubelet.server.tls;

import org.jspecify.annotations.Nullable;

/**
 * How the main server speaks TLS.
 *
 * @param authorities null when client certificates are not asked for
 */
public record TlsSettings(
    ServingSource certificate, @Nullable ClientAuthorities authorities, TlsPolicy policy) {

  public boolean asksForClientCertificate() {
    return authorities != null;
  }
}
