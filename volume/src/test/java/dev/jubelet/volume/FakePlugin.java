package dev.jubelet.volume;

import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumePlugin;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Network volumes that are plain directories, and fail when told to. */
final class FakePlugin implements VolumePlugin {
  static final String PLUGIN = "kubernetes.io~nfs";

  final List<String> calls = new CopyOnWriteArrayList<>();
  volatile Optional<String> failure = Optional.empty();
  volatile Runnable before = () -> {};
  volatile boolean devices = true;
  volatile boolean supportsSelinuxRelabel;
  private final PodDirectories directories;

  FakePlugin(Path root) {
    this.directories = new PodDirectories(root);
  }

  @Override
  public String escapedName() {
    return PLUGIN;
  }

  @Override
  public boolean handles(VolumeSpec volume) {
    return volume
        .bound()
        .map(bound -> bound.volume().getSpec().getNfs() != null)
        .orElseGet(() -> volume.volume().getNfs() != null);
  }

  @Override
  public boolean supportsBlock() {
    return devices;
  }

  @Override
  public boolean supportsSelinuxMount(VolumeSpec volume) {
    return true;
  }

  @Override
  public boolean supportsSelinuxRelabel(Pod pod, VolumeSpec volume) {
    return supportsSelinuxRelabel;
  }

  @Override
  public Optional<Path> globalMapPath(VolumeSpec volume) {
    return Optional.of(Path.of("/global").resolve(volume.name()));
  }

  @Override
  public Path setUp(Pod pod, VolumeSpec volume) throws IOException {
    before.run();
    failIfTold();
    calls.add("setUp " + volume.name() + volume.label().map(label -> " as " + label).orElse(""));
    String place = volume.isBlock() ? "volumeDevices" : "volumes";
    return directories.make(PodUid.of(pod), place, PLUGIN, volume.name());
  }

  @Override
  public void refresh(Pod pod, VolumeSpec volume) {
    calls.add("refresh " + volume.name());
  }

  @Override
  public void tearDown(PodUid pod, String name) throws IOException {
    before.run();
    failIfTold();
    calls.add("tearDown " + name);
    for (String place : VolumesOnDisk.ROOTS) {
      Files.deleteIfExists(directories.of(pod).resolve(place).resolve(PLUGIN).resolve(name));
    }
  }

  private void failIfTold() {
    failure.ifPresent(
        message -> {
          throw new VolumeException(message);
        });
  }
}
