package dev.jubelet.probe;

import dev.jubelet.probe.check.CommandExpansion;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * What probes need to know of their surroundings.
 *
 * @param checkpoint the file that carries results over a restart of the agent
 * @param agentStart when the agent came up
 * @param hostIp where a pod on the host's network listens
 * @param expansion puts variables into commands
 * @param random from 0 to 1, to spread probes
 * @param listener told of every probe
 */
public record ProbeSettings(
    Path checkpoint,
    Supplier<Instant> agentStart,
    Supplier<String> hostIp,
    CommandExpansion expansion,
    DoubleSupplier random,
    ProbeListener listener) {}
