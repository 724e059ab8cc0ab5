package dev.jubelet.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jubelet.server.auth.Authentication;
import dev.jubelet.server.auth.User;
import dev.jubelet.server.auth.X509Authenticator;
import dev.jubelet.server.http.FakeExchange;
import dev.jubelet.server.tls.ClientAuthorities;
import dev.jubelet.server.tls.TestAuthority;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ClientCertificateTest {
  @TempDir Path directory;

  private TestAuthority authority;
  private Path file;

  @BeforeEach
  void makeAuthority() throws Exception {
    authority = new TestAuthority("ca");
    file = authority.writeTo(directory.resolve("ca.pem"));
  }

  private int status(RunningServer server, TestAuthority.Identity identity) throws Exception {
    return server.send("main", "GET", "/pods", identity).statusCode();
  }

  @Test
  void onlyCertificatesOfTheAuthorityForClientsAreBelieved() throws Exception {
    TestAuthority stranger = new TestAuthority("ca");
    try (RunningServer server = new RunningServer(directory, false, file, true)) {
      assertThat(status(server, authority.client("CN=alice"))).isEqualTo(200);
      assertThat(status(server, stranger.client("CN=alice"))).isEqualTo(401);
      assertThat(status(server, authority.expiredClient("CN=alice"))).isEqualTo(401);
      assertThat(status(server, authority.server("CN=alice"))).isEqualTo(401);
      assertThat(server.send("main", "GET", "/pods").statusCode()).isEqualTo(401);
      assertThat(server.send("main", "GET", "/nosuch").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aBadCertificateDoesNotPassAsAnonymous() throws Exception {
    TestAuthority stranger = new TestAuthority("ca");
    try (RunningServer server = new RunningServer(directory, true, file, true)) {
      assertThat(status(server, stranger.client("CN=alice"))).isEqualTo(401);
      assertThat(server.send("main", "GET", "/pods").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aChangedFileCountsAtOnceAndABrokenOneDoesNot() throws Exception {
    TestAuthority next = new TestAuthority("next");
    X509Authenticator authenticator = new X509Authenticator(new ClientAuthorities(file));
    FakeExchange old = request(authority.client("CN=alice"));
    FakeExchange fresh = request(next.client("CN=bob"));

    assertThat(authenticator.authenticate(fresh)).isInstanceOf(Authentication.Rejected.class);
    next.writeTo(Files.createFile(directory.resolve("new.pem")));
    Files.move(directory.resolve("new.pem"), file, StandardCopyOption.REPLACE_EXISTING);
    assertThat(authenticator.authenticate(fresh)).isInstanceOf(Authentication.Authenticated.class);
    assertThat(authenticator.authenticate(old)).isInstanceOf(Authentication.Rejected.class);

    Files.writeString(file, "no certificate");
    assertThat(authenticator.authenticate(fresh)).isInstanceOf(Authentication.Authenticated.class);
  }

  @Test
  void theSubjectNamesTheUserAndAllGroups() throws Exception {
    X509Authenticator authenticator = new X509Authenticator(new ClientAuthorities(file));

    TestAuthority.Identity identity = authority.client("O=a+O=b,O=c,CN=system:node:n");

    Authentication result = authenticator.authenticate(request(identity));

    assertThat(result).isInstanceOf(Authentication.Authenticated.class);
    User user = ((Authentication.Authenticated) result).user();
    assertThat(user.name()).isEqualTo("system:node:n");
    assertThat(user.groups()).containsExactlyInAnyOrder("a", "b", "c");
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(identity.certificate().getEncoded());
    assertThat(user.extra())
        .containsOnly(
            Map.entry(
                "authentication.kubernetes.io/credential-id",
                List.of("X509SHA256=" + HexFormat.of().formatHex(sum))));
  }

  @Test
  void aCertificateWithoutACommonNameIsNobody() throws Exception {
    assertThat(
            new X509Authenticator(new ClientAuthorities(file))
                .authenticate(request(authority.client("O=a"))))
        .isInstanceOf(Authentication.Absent.class);
  }

  @Test
  void oldProtocolsAreRefused() throws Exception {
    try (RunningServer server = new RunningServer(directory, true, null, true);
        Socket socket =
            TestAuthority.clientContext(null)
                .getSocketFactory()
                .createSocket("127.0.0.1", server.server.mainPort())) {
      SSLSocket old = (SSLSocket) socket;
      old.setEnabledProtocols(new String[] {"TLSv1.1"});
      assertThatThrownBy(old::startHandshake).isInstanceOf(SSLException.class);
    }
  }

  private static FakeExchange request(TestAuthority.Identity identity) {
    return FakeExchange.get("/pods").withCertificates(List.of(identity.certificate()));
  }
}
