package dev.jubelet.testing.csi;

import com.google.protobuf.Message;
import dev.jubelet.api.csi.NodeServiceCapability.RPC;
import dev.jubelet.api.registration.InfoRequest;
import dev.jubelet.api.registration.PluginInfo;
import dev.jubelet.api.registration.RegistrationGrpc;
import dev.jubelet.api.registration.RegistrationStatus;
import dev.jubelet.api.registration.RegistrationStatusResponse;
import dev.jubelet.edge.unix.UnixGrpc;
import io.grpc.Server;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A CSI driver with the sockets of a real one. Its calls are written down in order and can be made
 * to fail.
 *
 * <p>Thread: any. Owns: its sockets and volumes.
 */
public final class FakeCsiDriver implements AutoCloseable {
  public final CallFailures failures = new CallFailures();
  public final DriverFacts facts = new DriverFacts();
  public final List<RegistrationStatus> told = new CopyOnWriteArrayList<>();

  private final Set<RPC.Type> abilities = EnumSet.of(RPC.Type.STAGE_UNSTAGE_VOLUME);
  private final List<Message> requests = new CopyOnWriteArrayList<>();
  private final DriverVolumes volumes;
  private final String name;
  private final Path endpoint;
  private final Server service;
  private final Server registration;

  /** How it shows its volumes. */
  public enum Showing {
    /** By binding directories and devices; needs root. */
    BINDS,
    /** By an empty directory or file. */
    PLAINLY
  }

  /**
   * Serves at once.
   *
   * @param name of the driver
   * @param directory for its service and its volumes; a second driver may take them over
   * @param registry where plugins register
   */
  public FakeCsiDriver(String name, Path directory, Path registry, Showing showing) {
    this.name = name;
    this.endpoint = directory.resolve("csi.sock");
    this.volumes = new DriverVolumes(directory.resolve("store"), showing == Showing.BINDS);
    try {
      Files.createDirectories(directory);
      Files.createDirectories(registry);
      this.service =
          UnixGrpc.server(endpoint, "csi-driver")
              .addService(new FakeNodeService(volumes, facts, abilities, failures, requests))
              .build()
              .start();
      this.registration =
          UnixGrpc.server(registry.resolve(name + "-reg.sock"), "csi-registration")
              .addService(new Registration())
              .build()
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String name() {
    return name;
  }

  public Path endpoint() {
    return endpoint;
  }

  /** What it can do besides publishing; staging is part of it unless taken away. */
  public Set<RPC.Type> abilities() {
    return abilities;
  }

  /** The calls for volumes so far, such as {@code NodeStageVolume vol-1}. */
  public List<String> calls() {
    return requests.stream().map(FakeNodeService::words).filter(words -> !words.isEmpty()).toList();
  }

  /** The requests of one type so far. */
  public <T extends Message> List<T> requests(Class<T> type) {
    return requests.stream().filter(type::isInstance).map(type::cast).toList();
  }

  public void forgetCalls() {
    requests.clear();
  }

  /** Volumes by where they are staged. */
  public Map<String, String> staged() {
    return volumes.staged();
  }

  /** Volumes by where they are published. */
  public Map<String, String> published() {
    return volumes.published();
  }

  /** What is in a volume. */
  public Path content(String volume) {
    try {
      return volumes.content(volume);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is on a volume that pods get as a device: the bytes of a disk. */
  public Path disk(String volume) {
    try {
      return volumes.disks().file(volume);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Registration extends RegistrationGrpc.RegistrationImplBase {
    @Override
    public void getInfo(InfoRequest request, StreamObserver<PluginInfo> answer) {
      answer.onNext(
          PluginInfo.newBuilder()
              .setType("CSIPlugin")
              .setName(name)
              .setEndpoint(endpoint.toString())
              .addSupportedVersions("1.0.0")
              .build());
      answer.onCompleted();
    }

    @Override
    public void notifyRegistrationStatus(
        RegistrationStatus request, StreamObserver<RegistrationStatusResponse> answer) {
      told.add(request);
      answer.onNext(RegistrationStatusResponse.getDefaultInstance());
      answer.onCompleted();
    }
  }

  @Override
  public void close() {
    registration.shutdownNow();
    service.shutdownNow();
    try {
      volumes.disks().detachAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
