package dev.jubelet.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouterTest {
  private final Router router =
      Router.builder()
          .get("/pods", x -> x.text(200, "pods"))
          .any("/healthz", x -> x.text(200, "healthz"))
          .get("/logs/{namespace}/{pod}", x -> x.text(200, x.captured().toString()))
          .any("/debug/*", x -> x.text(405, "off"))
          .get("/refuse", x -> refuse())
          .get("/break", x -> breakDown())
          .build();

  private static void refuse() {
    throw new Refusal(409, "not now");
  }

  private static void breakDown() {
    throw new IllegalStateException("secret detail");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /pods, 200",
    "POST, /pods, 405",
    "GET, /pods/x, 404",
    "DELETE, /healthz, 200",
    "GET, /, 404",
    "GET, '', 404",
    "GET, /logs/a, 404",
    "GET, /logs//b, 404",
    "GET, /logs/a/b/c, 404",
    "GET, /debug, 405",
    "GET, /debug/a/b, 405",
    "GET, /debugger, 404",
    "GET, /refuse, 409",
    "GET, /break, 500",
    "GET, /logs/a/%zz, 400",
  })
  void answersWithTheStatusOfTheRoute(String method, String path, int status) throws IOException {
    assertThat(new FakeExchange(method, path).through(router).status()).isEqualTo(status);
  }

  @Test
  void namesTheAllowedMethods() throws IOException {
    FakeExchange answer = new FakeExchange("PUT", "/pods").through(router);

    assertThat(answer.sentHeaders()).containsEntry("Allow", "GET");
    assertThat(answer.text()).isEqualTo("405: Method Not Allowed");
  }

  @Test
  void keepsAnEncodedSlashInsideItsSegment() throws IOException {
    assertThat(FakeExchange.get("/logs/a%2Fb/..%2F..").through(router).text())
        .contains("namespace=a/b")
        .contains("pod=../..");
  }

  @Test
  void doesNotTellTheClientWhyAHandlerBroke() throws IOException {
    assertThat(FakeExchange.get("/break").through(router).text()).isEqualTo("internal error");
  }

  @Test
  void readsRepeatedAndValuelessQueryNames() {
    Query query = Query.parse("verbose&exclude=a&exclude=b%20c&&x=1+2");

    assertThat(query.has("verbose")).isTrue();
    assertThat(query.all("exclude")).containsExactly("a", "b c");
    assertThat(query.first("x")).hasValue("1 2");
  }
}
