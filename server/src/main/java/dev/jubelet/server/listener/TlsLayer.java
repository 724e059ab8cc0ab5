package dev.jubelet.server.listener;

import dev.jubelet.server.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Puts the server's side of TLS over accepted connections.
 *
 * <p>Thread: any; immutable.
 *
 * @param context asked for each connection, so that a renewed certificate counts from the next one
 * @param protocols in the JDK's names
 * @param cipherSuites empty means the JDK's choice
 */
public record TlsLayer(
    Supplier<SSLContext> context,
    List<String> protocols,
    List<String> cipherSuites,
    boolean asksForClientCertificate) {

  /** As the settings say, with the certificate they hold now. */
  public static TlsLayer of(TlsSettings settings) {
    SSLContext context = settings.context();
    return new TlsLayer(
        () -> context,
        settings.protocols(),
        settings.cipherSuites(),
        settings.asksForClientCertificate());
  }

  /** The handshake is still to be made. */
  SSLSocket over(Socket accepted) throws IOException {
    InputStream nothingReadYet = InputStream.nullInputStream();
    SSLSocket socket =
        (SSLSocket) context.get().getSocketFactory().createSocket(accepted, nothingReadYet, true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setProtocols(protocols.toArray(String[]::new));
    parameters.setWantClientAuth(asksForClientCertificate);
    if (!cipherSuites.isEmpty()) {
      parameters.setCipherSuites(cipherSuites.toArray(String[]::new));
    }
    socket.setSSLParameters(parameters);
    return socket;
  }
}
