package dev.jubelet.node.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.manifest.KubernetesJson;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;

class LeaseTimesTest {
  private final ObjectMapper mapper =
      KubernetesJson.mapper().copy().registerModule(LeaseTimes.module());

  @Test
  void timesAreWrittenInUtcWithSixDigits() throws JsonProcessingException {
    Lease lease = new Lease();
    lease.setSpec(new LeaseSpec());
    lease.getSpec().setRenewTime(ZonedDateTime.parse("2026-01-01T02:00:00.5+02:00"));

    assertThat(mapper.valueToTree(lease).at("/spec/renewTime").asText())
        .isEqualTo("2026-01-01T00:00:00.500000Z");
  }

  @Test
  void whatTheServerWritesIsRead() throws JsonProcessingException {
    Lease lease =
        mapper.readValue(
            "{\"spec\":{\"renewTime\":\"2026-01-01T00:00:00.123456Z\",\"acquireTime\":null}}",
            Lease.class);

    assertThat(lease.getSpec().getRenewTime())
        .isEqualTo(ZonedDateTime.parse("2026-01-01T00:00:00.123456Z"));
    assertThat(lease.getSpec().getAcquireTime()).isNull();
  }

  @Test
  void whatIsNoTimeIsRefused() {
    assertThatThrownBy(() -> mapper.readValue("{\"spec\":{\"renewTime\":\"soon\"}}", Lease.class))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining("soon");
  }
}
