package dev.jubelet.server.tls;

import dev.jubelet.base.tls.KeyedChain;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The one certificate that the server shows. The JDK's own keeper of keys wants a key store, and
 * decrypts the key out of it in each handshake, at ten times the cost of all the rest.
 *
 * <p>Thread: any; immutable.
 */
final class ServingKey extends X509ExtendedKeyManager {
  private static final String ALIAS = "serving";

  private final KeyedChain pair;
  private final String algorithm;

  ServingKey(KeyedChain pair) {
    this.pair = pair;
    this.algorithm = pair.chain().getFirst().getPublicKey().getAlgorithm();
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return keyType.equals(algorithm) ? ALIAS : null;
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    return keyType.equals(algorithm) ? ALIAS : null;
  }

  @Override
  public String[] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return keyType.equals(algorithm) ? new String[] {ALIAS} : new String[0];
  }

  @Override
  public String[] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return new String[0];
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return alias.equals(ALIAS) ? pair.chain().toArray(X509Certificate[]::new) : null;
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return alias.equals(ALIAS) ? pair.key() : null;
  }
}
