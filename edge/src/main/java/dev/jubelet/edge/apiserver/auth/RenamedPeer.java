package dev.jubelet.edge.apiserver.auth;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * Makes every engine of a context believe that it speaks to another host than the address says, as
 * {@code tls-server-name} asks: the server's certificate must be for that name.
 */
final class RenamedPeer extends SSLContextSpi {
  private final SSLContext context;
  private final String name;

  private RenamedPeer(SSLContext context, String name) {
    this.context = context;
    this.name = name;
  }

  static SSLContext contextFor(SSLContext context, String name) {
    return new SSLContext(
        new RenamedPeer(context, name), context.getProvider(), context.getProtocol()) {};
  }

  @Override
  protected SSLEngine engineCreateSSLEngine(String host, int port) {
    return new RenamedEngine(context.createSSLEngine(name, port), name);
  }

  @Override
  protected SSLEngine engineCreateSSLEngine() {
    return engineCreateSSLEngine(name, -1);
  }

  @Override
  protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
      throws KeyManagementException {
    context.init(keys, trust, random);
  }

  @Override
  protected SSLSocketFactory engineGetSocketFactory() {
    return context.getSocketFactory();
  }

  @Override
  protected SSLServerSocketFactory engineGetServerSocketFactory() {
    return context.getServerSocketFactory();
  }

  @Override
  protected SSLSessionContext engineGetServerSessionContext() {
    return context.getServerSessionContext();
  }

  @Override
  protected SSLSessionContext engineGetClientSessionContext() {
    return context.getClientSessionContext();
  }

  @Override
  protected SSLParameters engineGetDefaultSSLParameters() {
    return context.getDefaultSSLParameters();
  }

  @Override
  protected SSLParameters engineGetSupportedSSLParameters() {
    return context.getSupportedSSLParameters();
  }
}
