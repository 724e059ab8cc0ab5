package dev.jubelet.edge.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApiErrorKindsTest {
  private final ObjectMapper json = new ObjectMapper();

  @ParameterizedTest
  @CsvSource({
    "400, BadRequest, INVALID",
    "401, Unauthorized, UNAUTHORIZED",
    "403, Forbidden, FORBIDDEN",
    "404, NotFound, NOT_FOUND",
    "409, AlreadyExists, ALREADY_EXISTS",
    "409, Conflict, CONFLICT",
    "410, Expired, GONE",
    "410, Gone, GONE",
    "422, Invalid, INVALID",
    "429, TooManyRequests, TOO_MANY_REQUESTS",
    "500, InternalError, INTERNAL",
    "502, '', UNAVAILABLE",
    "503, ServiceUnavailable, UNAVAILABLE",
    "504, Timeout, TIMEOUT",
    "302, '', UNREADABLE"
  })
  void codesAndReasonsHaveAKind(int code, String reason, ApiException.Kind kind) {
    assertThat(ApiErrorKinds.kind(code, json.createObjectNode().put("reason", reason)))
        .isEqualTo(kind);
  }

  @Test
  void aServerThatIsBehindIsNotJustLate() throws JsonProcessingException {
    String status =
        "{\"reason\":\"Timeout\",\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\"}]}}";

    assertThat(ApiErrorKinds.kind(504, json.readTree(status)))
        .isEqualTo(ApiException.Kind.VERSION_TOO_LARGE);
    assertThat(
            ApiErrorKinds.kind(
                504, json.readTree("{\"message\":\"Too large resource version: 7\"}")))
        .isEqualTo(ApiException.Kind.VERSION_TOO_LARGE);
  }
}
