package dev.jubelet.volume.flex;

import dev.jubelet.edge.host.HostCommands;
import dev.jubelet.edge.linux.Mounts;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.volume.attach.AttachableVolumes;
import dev.jubelet.volume.device.FormatAndMount;
import dev.jubelet.volume.device.PodMounts;
import dev.jubelet.volume.disk.PodDirectories;
import dev.jubelet.volume.plugin.VolumePlugin;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The drivers in the directory for them, each at {@code <vendor~driver>/<driver>}. It is read
 * whenever volumes are looked for, so a driver that is installed serves the next volume; one that
 * was replaced is asked again what it can do.
 *
 * <p>Thread: any; no driver is called here. Owns: which drivers are known.
 */
public final class FlexDrivers implements Supplier<List<VolumePlugin>> {
  private static final Logger log = LoggerFactory.getLogger(FlexDrivers.class);

  private final Path directory;
  private final Path root;
  private final Mounts mounts;
  private final HostCommands commands;
  private final FlexOptions options;
  private final AttachableVolumes attach;
  private final Map<Path, Known> known = new ConcurrentHashMap<>();

  private record Known(FileTime changed, VolumePlugin plugin) {}

  public FlexDrivers(
      Path directory,
      Path root,
      Mounts mounts,
      HostCommands commands,
      ObjectValues objects,
      AttachableVolumes attach) {
    this.directory = directory;
    this.root = root;
    this.mounts = mounts;
    this.commands = commands;
    this.options = new FlexOptions(objects);
    this.attach = attach;
  }

  @Override
  public List<VolumePlugin> get() {
    List<VolumePlugin> plugins = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        Path program = entry.resolve(name.substring(name.indexOf('~') + 1));
        if (!name.startsWith(".") && Files.isExecutable(program) && Files.isRegularFile(program)) {
          plugins.add(plugin(name, program));
        }
      }
    } catch (NoSuchFileException e) {
      // Most nodes have no drivers.
      return List.of();
    } catch (IOException | DirectoryIteratorException e) {
      log.atWarn()
          .addKeyValue("directory", directory)
          .addKeyValue("cause", e.toString())
          .log("Failed to list FlexVolume drivers; retrying with the next volume");
    }
    return plugins;
  }

  private VolumePlugin plugin(String name, Path program) throws IOException {
    FileTime changed = Files.getLastModifiedTime(program);
    Known before = known.get(program);
    if (before != null && before.changed().equals(changed)) {
      return before.plugin();
    }
    FlexDriver driver = new FlexDriver(name.replace('~', '/'), program, commands);
    log.atInfo().addKeyValue("driver", driver.name()).log("Found FlexVolume driver");
    PodMounts points = new PodMounts(new PodDirectories(root), driver.escapedName(), mounts);
    FormatAndMount disks = new FormatAndMount(commands, mounts);
    VolumePlugin plugin =
        new FlexVolumePlugin(
            driver, points, options, new FlexDevices(driver, root, points, disks, attach));
    known.put(program, new Known(changed, plugin));
    return plugin;
  }
}
