package dev.jubelet.app.config;

import dev.jubelet.app.config.ConfigFile.Parsed;
import dev.jubelet.app.config.ConfigFile.Unreadable;
import dev.jubelet.edge.document.DocumentException;
import dev.jubelet.edge.document.DocumentReader;
import dev.jubelet.edge.document.Documents;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Reads a YAML or JSON file into a tree. */
final class ConfigFileReader {
  private static final DocumentReader READER = DocumentReader.ofOne().forgivingRepeatedKeys();

  private ConfigFileReader() {}

  static ConfigFile read(Path file) {
    if (Files.isDirectory(file)) {
      return new Unreadable("is a directory; name a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(DocumentReader.MAX_BYTES + 1);
      return bytes.length > DocumentReader.MAX_BYTES
          ? new Unreadable("is larger than 10 MiB")
          : parse(bytes);
    } catch (NoSuchFileException e) {
      return new Unreadable("does not exist");
    } catch (AccessDeniedException e) {
      return new Unreadable("cannot be read: permission denied");
    } catch (FileSystemException e) {
      return new Unreadable("cannot be read: " + e.getReason());
    } catch (IOException e) {
      return new Unreadable("cannot be read: " + e.getMessage());
    }
  }

  private static ConfigFile parse(byte[] bytes) {
    try {
      return parsed(READER.read(bytes));
    } catch (DocumentException e) {
      return new Unreadable(
          switch (e.kind()) {
            case BYTES -> e.problem();
            case YAML -> "is not valid YAML: " + e.problem() + e.place().inBrackets();
            case JSON -> "is not valid JSON: " + e.problem() + e.place().inBrackets();
          });
    }
  }

  private static ConfigFile parsed(Documents documents) {
    if (documents.all().isEmpty()) {
      return new Unreadable("is empty");
    }
    List<String> duplicates =
        documents.repeated().stream()
            .map(key -> "key \"" + key.key() + "\" stands twice" + key.place().lineInBrackets())
            .toList();
    List<String> notes =
        documents.ignoredAt() > 0 ? List.of("only the first YAML document is read") : List.of();
    return new Parsed(documents.all().getFirst().root(), duplicates, notes);
  }
}
