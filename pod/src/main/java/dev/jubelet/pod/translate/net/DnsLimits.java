package dev.jubelet.pod.translate.net;

import dev.jubelet.pod.translate.spec.TranslationWarning;
import java.util.ArrayList;
import java.util.List;

/** Cuts a resolver configuration to what the resolvers inside containers bear. Thread: any. */
final class DnsLimits {
  private static final int MAX_SERVERS = 3;
  private static final int MAX_SEARCHES = 32;
  private static final int MAX_SEARCH_CHARS = 253;
  private static final int MAX_SEARCH_LINE_CHARS = 2048;
  private static final String REASON = "DNSConfigForming";

  static ResolvConf apply(ResolvConf wanted, List<TranslationWarning> warnings) {
    List<String> servers = wanted.servers();
    if (servers.size() > MAX_SERVERS) {
      servers = servers.subList(0, MAX_SERVERS);
      warnings.add(
          TranslationWarning.ofPod(
              REASON,
              "Nameserver limits were exceeded, some nameservers have been omitted, the applied"
                  + " nameserver line is: "
                  + String.join(" ", servers)));
    }
    List<String> searches = searchesWithinLimits(wanted.searches());
    if (searches.size() < wanted.searches().size()) {
      warnings.add(
          TranslationWarning.ofPod(
              REASON,
              "Search Line limits were exceeded, some search paths have been omitted, the applied"
                  + " search line is: "
                  + String.join(" ", searches)));
    }
    return new ResolvConf(servers, searches, wanted.options());
  }

  private static List<String> searchesWithinLimits(List<String> searches) {
    List<String> kept = new ArrayList<>();
    searches.stream()
        .limit(MAX_SEARCHES)
        .filter(search -> search.length() <= MAX_SEARCH_CHARS)
        .forEach(kept::add);
    while (String.join(" ", kept).length() > MAX_SEARCH_LINE_CHARS) {
      kept.removeLast();
    }
    return kept;
  }

  private DnsLimits() {}
}
