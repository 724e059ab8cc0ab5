package dev.jubelet.volume;

import dev.jubelet.base.Timers;
import dev.jubelet.pod.model.ObjectValues;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What volumes need to know about the node: its root directory, where config maps and secrets are
 * looked up, and what it can give to pods.
 */
public record VolumeSettings(
    Path root, ObjectValues objects, Supplier<Map<String, Quantity>> allocatable, Timers timers) {}
