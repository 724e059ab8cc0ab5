package dev.jubelet.probe.check;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.IntOrString;
import java.util.Optional;

/**
 * The number behind a port that is given by number or by the name it has in the container. Pure.
 */
public final class Ports {
  private static final int HIGHEST = 65535;

  private Ports() {}

  /** There is no such port; the message is upstream's. */
  public static final class UnknownPortException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownPortException(String message) {
      super(message);
    }

    public String text() {
      String message = getMessage();
      return message == null ? "" : message;
    }
  }

  public static int resolve(IntOrString port, Container container) throws UnknownPortException {
    int number = port.getIntVal() != null ? port.getIntVal() : named(port.getStrVal(), container);
    if (number < 1 || number > HIGHEST) {
      throw new UnknownPortException("invalid port number: " + number);
    }
    return number;
  }

  private static int named(String name, Container container) throws UnknownPortException {
    Optional<Integer> found =
        container.getPorts().stream()
            .filter(port -> name.equals(port.getName()))
            .map(ContainerPort::getContainerPort)
            .findFirst();
    if (found.isPresent()) {
      return found.get();
    }
    try {
      return Integer.parseInt(name);
    } catch (NumberFormatException e) {
      throw new UnknownPortException("strconv.Atoi: parsing \"" + name + "\": invalid syntax");
    }
  }
}
