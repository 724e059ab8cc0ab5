package dev.jubelet.server.image;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.server.AgentException;
import dev.jubelet.server.http.Exchange;
import dev.jubelet.server.http.Refusal;
import dev.jubelet.server.http.Router;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * Images over the local socket: what there is, what would go, pulls and imports.
 *
 * <p>Thread: any; immutable. A client that hangs up ends its pull or import.
 */
public final class ImagePages {
  private static final int MAX_REQUEST = 64 * 1024;

  private final ImageView images;
  private final ObjectMapper json;

  public ImagePages(ImageView images, ObjectMapper json) {
    this.images = images;
    this.json = json;
  }

  public void addTo(Router.Builder routes) {
    routes.get(
        "/jubelet/images",
        x -> {
          ImageView.Listing listing = asked(images::list);
          answer(x, to -> ImageJson.listing(to, listing));
        });
    routes.get(
        "/jubelet/images/plan",
        x -> {
          ImageView.Plans plans = asked(images::plans);
          answer(x, to -> ImageJson.plans(to, plans));
        });
    routes.post("/jubelet/images/pull", this::pull);
    routes.post("/jubelet/images/load", this::load);
  }

  private void pull(Exchange exchange) throws IOException {
    String image = field(exchange, "image");
    exchange.response().watchClient(Thread.currentThread()::interrupt);
    String reference = asked(() -> images.pull(image));
    answer(exchange, to -> ImageJson.reference(to, reference));
  }

  private void load(Exchange exchange) throws IOException {
    Path archive = Path.of(field(exchange, "archive"));
    if (!archive.isAbsolute()) {
      throw new Refusal(400, "the archive's path must be absolute");
    }
    exchange.response().watchClient(Thread.currentThread()::interrupt);
    List<String> names = asked(() -> images.load(archive));
    answer(exchange, to -> ImageJson.names(to, names));
  }

  private String field(Exchange exchange, String name) {
    String value;
    try {
      JsonNode root = json.readTree(exchange.request().body(MAX_REQUEST));
      value = root.path(name).asText();
    } catch (IOException e) {
      throw new Refusal(400, "the request is not JSON");
    }
    if (value.isEmpty()) {
      throw new Refusal(400, "the request has no " + name);
    }
    return value;
  }

  private static <T> T asked(Supplier<T> question) {
    try {
      return question.get();
    } catch (AgentException e) {
      throw new Refusal(e.status(), e.text());
    }
  }

  /** Writes JSON. */
  private interface Body {
    void write(JsonGenerator to) throws IOException;
  }

  private void answer(Exchange exchange, Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator to = json.getFactory().createGenerator(bytes)) {
      body.write(to);
    }
    exchange.json(bytes.toByteArray());
  }
}
