package dev.jubelet.pod.source;

/**
 * What the sources of static pods know about their node.
 *
 * @param standalone whether it has no API server: then pods may use config maps and secrets, which
 *     stand beside them in the manifests
 * @param manifestBytes most that all files of a directory may have together
 */
public record SourceSettings(String nodeName, boolean standalone, long manifestBytes) {}
