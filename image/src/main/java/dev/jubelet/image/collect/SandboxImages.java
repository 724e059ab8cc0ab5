package dev.jubelet.image.collect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriRuntime;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The image that the runtime makes sandboxes from. Newer runtimes pin it; older ones only tell its
 * name, in the configuration that they show to whoever asks for all details.
 *
 * <p>Thread: any; blocks in the runtime.
 */
final class SandboxImages {
  private static final Logger log = LoggerFactory.getLogger(SandboxImages.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final CriRuntime cri;

  SandboxImages(CriRuntime cri) {
    this.cri = cri;
  }

  /** The names; none when the runtime does not tell. */
  Set<String> names() {
    try {
      return cri
          .status(StatusRequest.newBuilder().setVerbose(true).build())
          .getInfoMap()
          .values()
          .stream()
          .flatMap(SandboxImages::inDetails)
          .filter(name -> !name.isEmpty())
          .collect(Collectors.toSet());
    } catch (CriException e) {
      throw new CollectionException("get runtime status: " + e.upstreamText(), e);
    }
  }

  private static Stream<String> inDetails(String details) {
    if (!details.startsWith("{")) {
      return Stream.empty();
    }
    try {
      JsonNode config = JSON.readTree(details);
      return Stream.of(
          config.path("sandboxImage").asText(),
          config.path("pinnedImages").path("sandbox").asText());
    } catch (JsonProcessingException e) {
      log.atDebug()
          .addKeyValue("error", e.getOriginalMessage())
          .log("Details of the runtime are not JSON");
      return Stream.empty();
    }
  }
}
