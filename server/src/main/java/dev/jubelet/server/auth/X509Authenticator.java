package dev.jubelet.server.auth;

import dev.jubelet.server.http.Request;
import dev.jubelet.server.tls.ClientAuthorities;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import org.jspecify.annotations.Nullable;

/**
 * Knows a user by a client certificate of the configured authorities: the common name is the user,
 * each organization a group. Which certificate it was is told to whoever decides what they may.
 *
 * <p>Thread: any.
 */
public final class X509Authenticator implements Authenticator {
  private static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

  private final ClientAuthorities authorities;
  private final Consumer<X509Certificate> shown;

  /** Tells nobody which certificates are shown. */
  public X509Authenticator(ClientAuthorities authorities) {
    this(authorities, certificate -> {});
  }

  /**
   * @param shown is told each certificate with which a client comes, good or bad
   */
  public X509Authenticator(ClientAuthorities authorities, Consumer<X509Certificate> shown) {
    this.authorities = authorities;
    this.shown = shown;
  }

  @Override
  public Authentication authenticate(Request request) {
    List<X509Certificate> chain = request.clientCertificates();
    if (chain.isEmpty()) {
      return Authentication.ABSENT;
    }
    shown.accept(chain.getFirst());
    try {
      authorities.verifyClient(chain);
      return userOf(chain.getFirst());
    } catch (CertificateException e) {
      return new Authentication.Rejected("client certificate: " + e.getMessage());
    }
  }

  private static Authentication userOf(X509Certificate leaf) throws CertificateException {
    List<String> names = new ArrayList<>();
    List<String> groups = new ArrayList<>();
    try {
      for (Rdn rdn : new LdapName(leaf.getSubjectX500Principal().getName()).getRdns()) {
        // One part of a subject may hold several values: Go writes all organizations into one.
        collect(rdn.toAttributes().get("CN"), names);
        collect(rdn.toAttributes().get("O"), groups);
      }
    } catch (NamingException e) {
      throw new CertificateException("unreadable subject", e);
    }
    return names.isEmpty() || names.getLast().isEmpty()
        ? Authentication.ABSENT
        : new Authentication.Authenticated(
            new User(names.getLast(), "", List.copyOf(groups), credentialOf(leaf)));
  }

  private static Map<String, List<String>> credentialOf(X509Certificate leaf)
      throws CertificateException {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(leaf.getEncoded());
      return Map.of(CREDENTIAL_ID, List.of("X509SHA256=" + HexFormat.of().formatHex(sum)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static void collect(@Nullable Attribute attribute, List<String> values)
      throws NamingException {
    for (int i = 0; attribute != null && i < attribute.size(); i++) {
      if (attribute.get(i) instanceof String value) {
        values.add(value);
      }
    }
  }
}
