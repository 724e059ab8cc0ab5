package dev.jubelet.pod.model;

import java.nio.file.Path;

/**
 * A part of a volume that a container mounts instead of the whole: {@code subPath} is relative to
 * {@code volumePath} and has no step upwards. It is to be found at {@code target}, which containers
 * cannot reach and so cannot swap.
 */
public record SubPathMount(String volume, Path volumePath, String subPath, Path target) {}
