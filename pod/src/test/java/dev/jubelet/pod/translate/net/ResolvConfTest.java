package dev.jubelet.pod.translate.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ResolvConfTest {

  @Test
  void aUsualFileIsRead() {
    ResolvConf config =
        ResolvConf.parse(
            """
            # made by dhclient
            nameserver 10.0.0.2
              nameserver\t10.0.0.3   # spare
            search corp.example. example
            options ndots:2 timeout:3
            """);

    assertThat(config)
        .isEqualTo(
            new ResolvConf(
                List.of("10.0.0.2", "10.0.0.3"),
                List.of("corp.example", "example"),
                List.of("ndots:2", "timeout:3")));
  }

  @Test
  void theLastSearchLineWins() {
    assertThat(ResolvConf.parse("search a b\nsearch c\n").searches()).containsExactly("c");
    assertThat(ResolvConf.parse("search a b\nsearch\n").searches()).isEmpty();
  }

  @Test
  void theRootIsNoSearchDomain() {
    assertThat(ResolvConf.parse("search . corp.example.").searches())
        .containsExactly("corp.example");
  }

  @Test
  void optionsAddUpAndTheLaterOfOneNameWins() {
    assertThat(ResolvConf.parse("options ndots:2 rotate\noptions ndots:4\n").options())
        .containsExactly("ndots:4", "rotate");
  }

  @Test
  void commentsAndUnknownLinesMeanNothing() {
    assertThat(ResolvConf.parse("#nameserver 1.1.1.1\n;nameserver 1.1.1.1\nsortlist x\n\n"))
        .isEqualTo(ResolvConf.EMPTY);
  }

  @Test
  void aServerLineWithoutAnAddressMeansNothing() {
    assertThat(ResolvConf.parse("nameserver\nnameserver 10.0.0.2").servers())
        .containsExactly("10.0.0.2");
  }

  @Property
  void anyTextCanBeRead(@ForAll String text) {
    ResolvConf config = ResolvConf.parse(text);
    assertThat(config.servers()).noneMatch(String::isBlank);
    assertThat(config.searches()).noneMatch(search -> search.equals("."));
  }

  @Property
  void whatIsWrittenIsReadBack(
      @ForAll @Size(max = 6) List<@AlphaChars @StringLength(min = 1, max = 12) String> servers,
      @ForAll @Size(max = 6) List<@AlphaChars @StringLength(min = 1, max = 12) String> searches) {
    String text =
        servers.stream().map(server -> "nameserver " + server + "\n").collect(Collectors.joining())
            + "search "
            + String.join(" ", searches);

    assertThat(ResolvConf.parse(text)).isEqualTo(new ResolvConf(servers, searches, List.of()));
  }
}
