package dev.jubelet.edge.systemd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BusAddressTest {
  @ParameterizedTest
  @CsvSource(
      value = {
        "unix:path=/run/bus | /run/bus",
        "unix:abstract=/tmp/bus,guid=12ab | @/tmp/bus",
        "unix:guid=12ab,path=/run/bus | /run/bus",
        "tcp:host=localhost,port=1;unix:path=/run/bus | /run/bus",
        "tcp:host=localhost,port=1 | /run/dbus/system_bus_socket",
        "unix:tmpdir=/tmp | /run/dbus/system_bus_socket",
        "'' | /run/dbus/system_bus_socket"
      },
      delimiter = '|')
  void theFirstUnixSocketIsTaken(String variable, String socket) {
    assertThat(BusAddress.of(Map.of("DBUS_SYSTEM_BUS_ADDRESS", variable))).isEqualTo(socket);
  }

  @Test
  void withoutTheVariableItIsTheUsualPlace() {
    assertThat(BusAddress.of(Map.of())).isEqualTo("/run/dbus/system_bus_socket");
  }
}
