package dev.jubelet.server.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.server.tls.TestAuthority;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class TlsLayerTest {
  private static final List<String> BOTH = List.of("TLSv1.3", "TLSv1.2");

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
    TlsLayer tls = new TlsLayer(context::get, BOTH, List.of(), false);
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

  @Test
  void onlyTheConfiguredProtocolsAndSuitesAreSpoken() throws Exception {
    SSLContext context = named("CN=node");
    String suite = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";
    TlsLayer tls = new TlsLayer(() -> context, List.of("TLSv1.2"), List.of(suite), false);
    try (TestListener server = TestListener.secured(x -> x.text(200, ""), tls);
        TestClient fits = server.client("TLSv1.2");
        TestClient other = server.client("TLSv1.3")) {
      assertThat(fits.get("/").head()).startsWith("HTTP/1.1 200 OK");
      assertThat(((SSLSocket) fits.connection()).getSession().getCipherSuite()).isEqualTo(suite);
      assertThatThrownBy(() -> other.get("/").head()).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aClientCertificateIsOptional() throws Exception {
    SSLContext context = named("CN=node");
    TlsLayer tls = new TlsLayer(() -> context, BOTH, List.of(), true);
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
