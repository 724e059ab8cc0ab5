package dev.jubelet.edge.unix;

import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannelBuilder;
import io.grpc.ServerBuilder;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.okhttp.OkHttpServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;

/**
 * Builders of gRPC servers and, behind {@link UnixChannel}, of channels on a socket file. No thread
 * pool is behind them: each connection has one virtual thread that reads, and short-lived ones that
 * write.
 */
public final class UnixGrpc {
  /** The address of a socket that is closed already. */
  static final SocketAddress NOWHERE = UnixDomainSocketAddress.of("");

  static final String AUTHORITY = "localhost";

  /** Ends connections in peace before they have seen too many pings, see {@link UnixChannel}. */
  private static final Duration AGE_OF_A_CONNECTION = Duration.ofMinutes(30);

  /** A literal that needs no lookup; the socket factory ignores it. */
  private static final String ANY_TARGET = "127.0.0.1:1";

  private UnixGrpc() {}

  /** A channel to the socket file; connects with the first call. */
  static ManagedChannelBuilder<?> channel(Path path, String threadName, ConnectPace pace) {
    Executor threads = virtualThreads(threadName);
    return OkHttpChannelBuilder.forTarget(ANY_TARGET)
        .usePlaintext()
        .overrideAuthority(AUTHORITY)
        .socketFactory(new UnixSocketFactory(path, pace))
        .transportExecutor(threads)
        .offloadExecutor(threads)
        .directExecutor()
        .proxyDetector(address -> null)
        .disableServiceConfigLookUp();
  }

  /** A server on the socket file, which is replaced if it exists and removed at the end. */
  public static ServerBuilder<?> server(Path path, String threadName) {
    return server(path, () -> new UnixServerSocket(path), threadName);
  }

  /** A server on a socket that listens already. */
  static ServerBuilder<?> server(Path path, SocketOpener opener, String threadName) {
    Executor threads = virtualThreads(threadName);
    return OkHttpServerBuilder.forPort(
            UnixDomainSocketAddress.of(path), InsecureServerCredentials.create())
        .socketFactory(serverSockets(opener))
        .transportExecutor(threads)
        .maxConnectionAge(AGE_OF_A_CONNECTION.toMinutes(), TimeUnit.MINUTES)
        .executor(threads);
  }

  /** Where a server's socket comes from. */
  interface SocketOpener {
    ServerSocket open() throws IOException;
  }

  private static Executor virtualThreads(String name) {
    return task -> Thread.ofVirtual().name(name).start(task);
  }

  private static ServerSocketFactory serverSockets(SocketOpener opener) {
    return new ServerSocketFactory() {
      @Override
      public ServerSocket createServerSocket() throws IOException {
        return opener.open();
      }

      @Override
      public ServerSocket createServerSocket(int port) throws IOException {
        return createServerSocket();
      }

      @Override
      public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return createServerSocket();
      }

      @Override
      public ServerSocket createServerSocket(int port, int backlog, InetAddress address)
          throws IOException {
        return createServerSocket();
      }
    };
  }
}
