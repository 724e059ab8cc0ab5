package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.server.tls.TestAuthority;
import dev.jubelet.server.tls.TlsPolicy;
import dev.jubelet.server.tls.TlsSettings;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TlsLayerTest {
  private static final List<String> OF_13 =
      List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

  private static String subject(TestClient client) throws Exception {
    SSLSocket socket = (SSLSocket) client.connection();
    assertThat(client.get("/").head()).startsWith("HTTP/1.1 200 OK");
    return socket.getSession().getPeerPrincipal().getName();
  }

  private static SSLContext named(String subject) throws Exception {
    return TestAuthority.clientContext(new TestAuthority("ca").server(subject));
  }

  @Test
  void aNewContextCountsFromTheNextConnection() throws Exception {
    AtomicReference<SSLContext> context = new AtomicReference<>(named("CN=first"));
    TlsLayer tls = new TlsLayer(context::get, TlsPolicy.usual(), false);
    try (TestListener server = TestListener.secured(x -> x.text(200, ""), tls);
        TestClient old = server.client("TLSv1.3")) {
      assertThat(subject(old)).isEqualTo("CN=first");
      context.set(named("CN=second"));
      try (TestClient fresh = server.client("TLSv1.3")) {
        assertThat(subject(fresh)).isEqualTo("CN=second");
      }
      assertThat(subject(old)).isEqualTo("CN=first");
    }
  }

  private static String negotiated(TestClient client) throws Exception {
    assertThat(client.get("/").head()).startsWith("HTTP/1.1 200 OK");
    return ((SSLSocket) client.connection()).getSession().getCipherSuite();
  }

  @Test
  void ofTheOlderProtocolOnlyTheConfiguredSuitesAreSpoken() throws Exception {
    SSLContext context = named("CN=node");
    String suite = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";
    TlsPolicy policy = TlsPolicy.of("", List.of(suite, "TLS_RSA_WITH_AES_128_CBC_SHA"), List.of());
    try (TestListener server =
            TestListener.secured(x -> x.text(200, ""), new TlsLayer(() -> context, policy, false));
        TestClient older = server.client("TLSv1.2");
        TestClient newer = server.client("TLSv1.3")) {
      assertThat(negotiated(older)).isEqualTo(suite);
      assertThat(negotiated(newer)).isIn(OF_13);
    }
  }

  @Test
  void aClientThatKnowsOnlyAesGetsIt() throws Exception {
    try (TestListener server = TestListener.secured(x -> x.text(200, ""));
        TestClient client = server.client("TLSv1.3")) {
      String suite = "TLS_AES_128_GCM_SHA256";
      ((SSLSocket) client.connection()).setEnabledCipherSuites(new String[] {suite});
      assertThat(negotiated(client)).isEqualTo(suite);
    }
  }

  @Test
  void theLeastVersionIsKept() throws Exception {
    SSLContext context = named("CN=node");
    TlsPolicy policy = TlsPolicy.of("VersionTLS13", List.of(), List.of());
    try (TestListener server =
            TestListener.secured(x -> x.text(200, ""), new TlsLayer(() -> context, policy, false));
        TestClient older = server.client("TLSv1.2");
        TestClient newer = server.client("TLSv1.3")) {
      assertThat(negotiated(newer)).isIn(OF_13);
      assertThatThrownBy(() -> older.get("/").head()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void keysAreExchangedOnlyOnTheConfiguredCurves() throws Exception {
    SSLContext context = named("CN=node");
    TlsPolicy policy = TlsPolicy.of("", List.of(), List.of(24));
    try (TestListener server =
            TestListener.secured(x -> x.text(200, ""), new TlsLayer(() -> context, policy, false));
        TestClient any = server.client("TLSv1.3");
        TestClient another = server.client("TLSv1.3")) {
      assertThat(negotiated(any)).isIn(OF_13);
      SSLSocket socket = (SSLSocket) another.connection();
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setNamedGroups(new String[] {"x25519"});
      socket.setSSLParameters(parameters);
      assertThatThrownBy(() -> another.get("/").head()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void withoutACertificateTheHandshakeIsRefusedUntilThereIsOne() throws Exception {
    AtomicReference<Optional<KeyedChain>> certificate = new AtomicReference<>(Optional.empty());
    TlsLayer tls = TlsLayer.of(new TlsSettings(certificate::get, null, TlsPolicy.usual()));
    try (TestListener server = TestListener.secured(x -> x.text(200, ""), tls)) {
      for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
        try (TestClient early = server.client(protocol)) {
          assertThatThrownBy(() -> early.get("/").head())
              .isInstanceOf(SSLException.class)
              .hasMessageContaining("internal_error");
        }
      }
      TestAuthority.Identity issued = new TestAuthority("ca").server("CN=node");
      certificate.set(Optional.of(new KeyedChain(List.of(issued.certificate()), issued.key())));
      for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
        try (TestClient later = server.client(protocol)) {
          assertThat(subject(later)).isEqualTo("CN=node");
        }
      }
    }
  }

  @Test
  void aClientCertificateIsOptional() throws Exception {
    SSLContext context = named("CN=node");
    TlsLayer tls = new TlsLayer(() -> context, TlsPolicy.usual(), true);
    try (TestListener server =
            TestListener.secured(
                x -> x.text(200, "" + x.request().clientCertificates().size()), tls);
        TestClient nobody = server.client("TLSv1.3")) {
      assertThat(nobody.get("/").head()).startsWith("HTTP/1.1 200 OK");
      assertThat(nobody.text(1)).isEqualTo("0");
    }
  }

  @Test
  void aClientThatSpeaksNoTlsIsNotAnswered() throws Exception {
    try (TestListener server = TestListener.secured(x -> x.text(200, ""));
        TestClient client = server.client()) {
      // At most an alert comes before the end.
      assertThat(client.get("/").in().read()).isIn(-1, 0x15);
    }
  }
}
