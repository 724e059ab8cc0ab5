package dev.jubelet.edge.cri;

import dev.jubelet.edge.cri.CriException.Kind;
import io.grpc.Status;
import java.io.IOException;

/** Turns the status of a gRPC call into a {@link CriException}. Pure. */
final class StatusKinds {
  private StatusKinds() {}

  static CriException exception(CriEndpoint endpoint, String rpc, Status status) {
    if (status.getCause() instanceof IOException e) {
      return lost(endpoint, rpc, e);
    }
    Status.Code code = status.getCode();
    return new CriException(kind(code), rpc, code(code), message(status), status.getCause());
  }

  /** The connection broke, or there was none; what gRPC makes of it differs from case to case. */
  private static CriException lost(CriEndpoint endpoint, String rpc, IOException e) {
    String message = "cannot reach the container runtime at " + endpoint.text() + ": ";
    Kind kind = Kind.UNAVAILABLE;
    return new CriException(kind, rpc, usualCode(kind), message + e.getMessage(), e);
  }

  static Kind kind(Status.Code code) {
    return switch (code) {
      case NOT_FOUND -> Kind.NOT_FOUND;
      case UNAVAILABLE -> Kind.UNAVAILABLE;
      case DEADLINE_EXCEEDED -> Kind.TIMEOUT;
      case INVALID_ARGUMENT, FAILED_PRECONDITION, OUT_OF_RANGE -> Kind.INVALID;
      case RESOURCE_EXHAUSTED -> Kind.EXHAUSTED;
      case UNIMPLEMENTED -> Kind.UNIMPLEMENTED;
      case ALREADY_EXISTS -> Kind.ALREADY_EXISTS;
      case CANCELLED -> Kind.CANCELLED;
      case OK, UNKNOWN, PERMISSION_DENIED, ABORTED, INTERNAL, DATA_LOSS, UNAUTHENTICATED ->
          Kind.INTERNAL;
    };
  }

  /** The code that an exception made without a gRPC status stands for. */
  static String usualCode(Kind kind) {
    return switch (kind) {
      case NOT_FOUND -> "NotFound";
      case UNAVAILABLE -> "Unavailable";
      case TIMEOUT -> "DeadlineExceeded";
      case INVALID -> "InvalidArgument";
      case EXHAUSTED -> "ResourceExhausted";
      case UNIMPLEMENTED -> "Unimplemented";
      case ALREADY_EXISTS -> "AlreadyExists";
      case CANCELLED -> "Canceled";
      case INTERNAL -> "Unknown";
    };
  }

  /** The code as gRPC for Go spells it. */
  private static String code(Status.Code code) {
    return switch (code) {
      case OK -> "OK";
      case FAILED_PRECONDITION -> "FailedPrecondition";
      case OUT_OF_RANGE -> "OutOfRange";
      case PERMISSION_DENIED -> "PermissionDenied";
      case ABORTED -> "Aborted";
      case INTERNAL -> "Internal";
      case DATA_LOSS -> "DataLoss";
      case UNAUTHENTICATED -> "Unauthenticated";
      case NOT_FOUND,
          UNAVAILABLE,
          DEADLINE_EXCEEDED,
          INVALID_ARGUMENT,
          RESOURCE_EXHAUSTED,
          UNIMPLEMENTED,
          ALREADY_EXISTS,
          CANCELLED,
          UNKNOWN ->
          usualCode(kind(code));
    };
  }

  private static String message(Status status) {
    String said = status.getDescription() == null ? "" : status.getDescription();
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED && expiredHere(said)) {
      return "context deadline exceeded";
    }
    return said.isEmpty() && status.getCause() != null ? status.getCause().toString() : said;
  }

  /** Our own deadline, as against one that the runtime reports; users know it by Go's words. */
  private static boolean expiredHere(String said) {
    return said.contains("CallOptions deadline") || said.contains("Deadline CallOptions");
  }
}
