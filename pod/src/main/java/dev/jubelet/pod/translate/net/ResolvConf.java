package dev.jubelet.pod.translate.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A resolver configuration, as files of the form of {@code resolv.conf} have it. Servers and
 * options add up over the lines, the last search line wins.
 */
public record ResolvConf(List<String> servers, List<String> searches, List<String> options) {
  public static final ResolvConf EMPTY = new ResolvConf(List.of(), List.of(), List.of());

  public ResolvConf {
    servers = List.copyOf(servers);
    searches = List.copyOf(searches);
    options = List.copyOf(options);
  }

  /** Reads a file's text; lines it does not know mean nothing to it. */
  public static ResolvConf parse(String text) {
    List<String> servers = new ArrayList<>();
    List<String> searches = List.of();
    Map<String, String> options = new LinkedHashMap<>();
    for (String line : text.lines().map(String::strip).toList()) {
      List<String> words = Arrays.asList(line.split("\\s+"));
      List<String> values = words.subList(1, words.size());
      switch (words.getFirst()) {
        case "nameserver" -> values.stream().findFirst().ifPresent(servers::add);
        case "search" -> searches = searchDomains(values);
        case "options" -> values.forEach(option -> options.put(optionName(option), option));
        default -> {}
      }
    }
    return new ResolvConf(servers, searches, List.copyOf(options.values()));
  }

  static String optionName(String option) {
    int colon = option.indexOf(':');
    return colon < 0 ? option : option.substring(0, colon);
  }

  /** One spelling per domain, so that a final dot does not use up the limit twice. */
  private static List<String> searchDomains(List<String> words) {
    return words.stream()
        .filter(word -> !word.equals("."))
        .map(word -> word.endsWith(".") ? word.substring(0, word.length() - 1) : word)
        .toList();
  }
}
