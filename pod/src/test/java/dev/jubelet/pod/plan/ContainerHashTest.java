package dev.jubelet.pod.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jubelet.testing.rule.Rule;
import io.fabric8.kubernetes.api.model.Container;
import org.junit.jupiter.api.Test;

@Rule("6.6")
class ContainerHashTest {

  @Test
  void isTheValueThatUpstreamWrites() {
    assertThat(ContainerHash.of(container("test_container", "foo/image:v1"))).isEqualTo("8e45cbd0");
  }

  @Test
  void countsNameAndImageOnly() {
    Container container = container("a", "img");
    String before = ContainerHash.of(container);
    container.setWorkingDir("/elsewhere");
    assertThat(ContainerHash.of(container)).isEqualTo(before);
    assertThat(ContainerHash.of(container("a", "img2"))).isNotEqualTo(before);
    assertThat(ContainerHash.of(container("b", "img"))).isNotEqualTo(before);
  }

  private static Container container(String name, String image) {
    Container container = new Container();
    container.setName(name);
    container.setImage(image);
    return container;
  }
}
