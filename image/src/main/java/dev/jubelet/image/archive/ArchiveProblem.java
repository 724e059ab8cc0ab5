package dev.jubelet.image.archive;

import java.nio.file.Path;
import java.time.Instant;

/** An archive, or the directory of all, that could not be imported and still stands. */
public record ArchiveProblem(Path file, String message, Instant since) {}
