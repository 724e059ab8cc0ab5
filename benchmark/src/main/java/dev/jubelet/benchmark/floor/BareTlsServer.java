package dev.jubelet.benchmark.floor;

import dev.jubelet.base.tls.KeyedChain;
import dev.jubelet.base.tls.SuiteOrder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A program of its own: writes one line over and over to whoever connects, with TLS and nothing
 * else, in pieces as large as a record. It says its port, and ends when its input does.
 */
final class BareTlsServer {
  private static final int RECORD = 16 << 10;
  private static final char[] NO_PASSWORD = {};

  private BareTlsServer() {}

  /** Takes the files of a certificate and its key, and the line. */
  public static void main(String[] arguments) throws IOException, GeneralSecurityException {
    KeyedChain pair = KeyedChain.read(Path.of(arguments[0]), Path.of(arguments[1]));
    byte[] line = (arguments[2] + "\n").getBytes(StandardCharsets.US_ASCII);
    SSLServerSocket server =
        (SSLServerSocket)
            context(pair)
                .getServerSocketFactory()
                .createServerSocket(0, 5, InetAddress.getLoopbackAddress());
    SSLParameters parameters = server.getSSLParameters();
    SuiteOrder.here().applyTo(parameters);
    parameters.setUseCipherSuitesOrder(!SuiteOrder.here().aesIsFast());
    server.setSSLParameters(parameters);
    Thread.ofPlatform().daemon().start(() -> serve(server, record(line)));
    System.out.println(server.getLocalPort());
    System.in.transferTo(OutputStream.nullOutputStream());
  }

  private static SSLContext context(KeyedChain pair) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("server", pair.key(), NO_PASSWORD, pair.chain().toArray(Certificate[]::new));
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, NO_PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  private static byte[] record(byte[] line) {
    byte[] record = new byte[RECORD - RECORD % line.length];
    for (int at = 0; at < record.length; at += line.length) {
      System.arraycopy(line, 0, record, at, line.length);
    }
    return record;
  }

  private static void serve(SSLServerSocket server, byte[] record) {
    while (true) {
      try (SSLSocket client = (SSLSocket) server.accept()) {
        OutputStream out = client.getOutputStream();
        while (true) {
          out.write(record);
        }
      } catch (IOException e) {
        // It has enough; the next one may come.
      }
    }
  }
}
