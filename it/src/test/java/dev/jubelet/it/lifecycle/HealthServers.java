package dev.jubelet.it.lifecycle;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.jubelet.api.health.HealthCheckRequest;
import dev.jubelet.api.health.HealthCheckResponse;
import dev.jubelet.api.health.HealthCheckResponse.ServingStatus;
import dev.jubelet.api.health.HealthGrpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * What a pod in the host's network could serve: its health over gRPC, and over HTTPS with a
 * certificate that nobody trusts. Both say the same.
 *
 * <p>Thread: any. Owns: the two servers.
 */
final class HealthServers implements AutoCloseable {
  private static final String PASSWORD = "changeit";

  private final Server grpc;
  private final HttpsServer https;
  private volatile boolean healthy = true;

  HealthServers(String address, Path directory) throws IOException, GeneralSecurityException {
    grpc =
        OkHttpServerBuilder.forPort(
                new InetSocketAddress(InetAddress.ofLiteral(address), 0),
                InsecureServerCredentials.create())
            .addService(new Health())
            .directExecutor()
            .build()
            .start();
    https = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral(address), 0), 0);
    https.setHttpsConfigurator(new HttpsConfigurator(untrusted(directory.resolve("keys.p12"))));
    https.createContext(
        "/health",
        exchange -> {
          exchange.sendResponseHeaders(healthy ? 200 : 503, -1);
          exchange.close();
        });
    https.start();
  }

  void setHealthy(boolean healthy) {
    this.healthy = healthy;
  }

  int grpcPort() {
    return grpc.getPort();
  }

  int httpsPort() {
    return https.getAddress().getPort();
  }

  private static SSLContext untrusted(Path keys) throws IOException, GeneralSecurityException {
    makeKeys(keys);
    char[] password = PASSWORD.toCharArray();
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(KeyStore.getInstance(keys.toFile(), password), password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  private static void makeKeys(Path keys) throws IOException {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "key",
                "-keyalg",
                "EC",
                "-dname",
                "CN=somebody-else",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                keys.toString())
            .redirectErrorStream(true)
            .start();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException("keytool: " + words);
    }
  }

  @Override
  public void close() {
    https.stop(0);
    grpc.shutdownNow();
  }

  private final class Health extends HealthGrpc.HealthImplBase {
    @Override
    public void check(HealthCheckRequest request, StreamObserver<HealthCheckResponse> answer) {
      boolean serves = healthy && request.getService().equals("shop");
      answer.onNext(
          HealthCheckResponse.newBuilder()
              .setStatus(serves ? ServingStatus.SERVING : ServingStatus.NOT_SERVING)
              .build());
      answer.onCompleted();
    }
  }
}
