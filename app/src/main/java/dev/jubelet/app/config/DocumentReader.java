package dev.jubelet.app.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.jubelet.app.config.Document.Parsed;
import dev.jubelet.app.config.Document.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads a YAML or JSON file into a tree, with bounds on what it may cost. */
final class DocumentReader {
  static final int LARGEST_BYTES = 10 << 20;

  private DocumentReader() {}

  static Document read(Path file) {
    if (Files.isDirectory(file)) {
      return new Unreadable("is a directory; name a file");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LARGEST_BYTES + 1);
      return bytes.length > LARGEST_BYTES ? new Unreadable("is larger than 10 MiB") : decode(bytes);
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

  private static Document decode(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return parse(text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      return new Unreadable("is not UTF-8 text");
    }
  }

  static Document parse(String text) {
    if (text.isBlank()) {
      return new Unreadable("is empty");
    }
    return text.stripLeading().startsWith("{") ? json(text) : yaml(text);
  }

  private static Document yaml(String text) {
    try {
      return YamlTree.parse(text);
    } catch (MarkedYamlEngineException e) {
      String place =
          e.getProblemMark()
              .map(mark -> "line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1))
              .orElse("unknown place");
      return new Unreadable("is not valid YAML: " + describe(e.getProblem()) + " (" + place + ")");
    } catch (YamlEngineException e) {
      return new Unreadable("is not valid YAML: " + e.getMessage());
    }
  }

  /** An alias or a tag may be a secret that begins with the wrong character. */
  private static String describe(String problem) {
    return problem.startsWith("found undefined alias") ? "found undefined alias" : problem;
  }

  private static Document json(String text) {
    try {
      return new Parsed(mapper(true).readTree(text), List.of(), List.of());
    } catch (JsonProcessingException e) {
      return jsonWithDuplicates(text, describe(e));
    }
  }

  /** Tells a broken document from one that only repeats a key. */
  private static Document jsonWithDuplicates(String text, String strictError) {
    try {
      JsonNode root = mapper(false).readTree(text);
      return new Parsed(root, List.of(strictError), List.of());
    } catch (JsonProcessingException e) {
      return new Unreadable("is not valid JSON: " + describe(e));
    }
  }

  private static ObjectMapper mapper(boolean strict) {
    return JsonMapper.builder()
        .configure(StreamReadFeature.STRICT_DUPLICATE_DETECTION, strict)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }

  /** The parser quotes a word it does not know, which may be half of a secret. */
  private static String describe(JsonProcessingException e) {
    String reason = e.getOriginalMessage();
    String safe = reason.startsWith("Unrecognized token") ? "unrecognized word" : reason;
    String place =
        e.getLocation() == null
            ? ""
            : " (line %d, column %d)"
                .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    return safe + place;
  }
}
