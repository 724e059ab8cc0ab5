package dev.jubelet.edge.csi;

import io.grpc.Status;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A CSI driver refused a call, or could not be asked. Callers switch on the kind; the message is
 * what the driver said and ends up in events that users read.
 */
public final class CsiException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What the failure means for the volume. */
  public enum Kind {
    /** The driver may have done it, or may still be at it. */
    UNCERTAIN,
    /** The driver has not done it, and will not. */
    FINAL,
    /** The request can never be met. */
    INFEASIBLE,
    /** Not in the present state of the volume. */
    NOT_NOW,
    /** The driver has no such call. */
    UNIMPLEMENTED
  }

  private final Kind kind;
  private final String code;

  CsiException(Status status) {
    super(message(status), status.getCause());
    this.kind = kind(status.getCode());
    this.code = code(status.getCode());
  }

  private static Kind kind(Status.Code code) {
    return switch (code) {
      case CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE, RESOURCE_EXHAUSTED, ABORTED -> Kind.UNCERTAIN;
      case INVALID_ARGUMENT, OUT_OF_RANGE, NOT_FOUND -> Kind.INFEASIBLE;
      case FAILED_PRECONDITION -> Kind.NOT_NOW;
      case UNIMPLEMENTED -> Kind.UNIMPLEMENTED;
      case OK, UNKNOWN, ALREADY_EXISTS, PERMISSION_DENIED, INTERNAL, DATA_LOSS, UNAUTHENTICATED ->
          Kind.FINAL;
    };
  }

  /** As gRPC for Go spells it. */
  static String code(Status.Code code) {
    return switch (code) {
      case OK -> "OK";
      case CANCELLED -> "Canceled";
      default ->
          Arrays.stream(code.name().split("_"))
              .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
              .collect(Collectors.joining());
    };
  }

  private static String message(Status status) {
    @Nullable Throwable cause = status.getCause();
    String said = status.getDescription();
    if (said == null || said.isEmpty()) {
      return cause == null ? "" : String.valueOf(cause.getMessage());
    }
    return cause == null || cause.getMessage() == null ? said : said + ": " + cause.getMessage();
  }

  public Kind kind() {
    return kind;
  }

  /** The failure in the words that upstream's events and logs use for it. */
  public String text() {
    return "rpc error: code = " + code + " desc = " + getMessage();
  }
}
