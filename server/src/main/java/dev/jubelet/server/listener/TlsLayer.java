package dev.jubelet.server.listener;

import dev.jubelet.server.tls.ServingContexts;
import dev.jubelet.server.tls.TlsPolicy;
import dev.jubelet.server.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
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
 */
public record TlsLayer(
    Supplier<SSLContext> context, TlsPolicy policy, boolean asksForClientCertificate) {

  /** As the settings say. */
  public static TlsLayer of(TlsSettings settings) {
    return new TlsLayer(
        new ServingContexts(settings), settings.policy(), settings.asksForClientCertificate());
  }

  /** The handshake is still to be made. */
  SSLSocket over(Socket accepted) throws IOException {
    InputStream nothingReadYet = InputStream.nullInputStream();
    SSLSocket socket =
        (SSLSocket) context.get().getSocketFactory().createSocket(accepted, nothingReadYet, true);
    SSLParameters parameters = socket.getSSLParameters();
    policy.applyTo(parameters);
    parameters.setWantClientAuth(asksForClientCertificate);
    socket.setSSLParameters(parameters);
    return socket;
  }
}
