package dev.jubelet.app.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What came of reading a file of the configuration. */
sealed interface ConfigFile {
  /**
   * A well-formed document.
   *
   * @param duplicates keys that stand twice in a map, where the last one won
   * @param notes remarks that are no reason to refuse the file
   */
  record Parsed(JsonNode root, List<String> duplicates, List<String> notes) implements ConfigFile {}

  /** A file that could not be read or parsed at all. */
  record Unreadable(String rule) implements ConfigFile {}
}
