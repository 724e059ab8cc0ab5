package dev.jubelet.node.status;

/**
 * What identifies the machine and its system.
 *
 * @param swapBytes 0 when there is no swap or pods may not use it
 */
public record MachineFacts(
    String machineId,
    String systemUuid,
    String bootId,
    String kernelVersion,
    String osImage,
    long swapBytes) {}
