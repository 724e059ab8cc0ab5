package dev.jubelet.volume.san;

import java.nio.file.Path;

/**
 * The disk that a volume names.
 *
 * @param directory where it is below the directories of its plugin
 * @param fsType empty for the usual one
 */
public record SanDisk(Path directory, String fsType, boolean readOnly) {}
