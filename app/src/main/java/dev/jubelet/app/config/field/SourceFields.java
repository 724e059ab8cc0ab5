package dev.jubelet.app.config.field;

import static dev.jubelet.app.config.field.Types.DURATION;
import static dev.jubelet.app.config.field.Types.HEADERS;
import static dev.jubelet.app.config.field.Types.STRING;
import static dev.jubelet.app.config.field.Types.URL;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Where pods and their logs are found on this machine, and how often to look. */
public final class SourceFields {
  private static final FieldGroup FIELDS = new FieldGroup();

  public static final Field<String> STATIC_POD_PATH =
      FIELDS.honours("staticPodPath", STRING.plain());
  public static final Field<String> POD_LOGS_DIR =
      FIELDS.honours("podLogsDir", STRING.plain("/var/log/pods"));
  public static final Field<Duration> SYNC_FREQUENCY =
      FIELDS.honours("syncFrequency", DURATION.plain(Duration.ofMinutes(1)));
  public static final Field<Duration> FILE_CHECK_FREQUENCY =
      FIELDS.honours("fileCheckFrequency", DURATION.plain(Duration.ofSeconds(20)));
  public static final Field<Duration> HTTP_CHECK_FREQUENCY =
      FIELDS.honours("httpCheckFrequency", DURATION.plain(Duration.ofSeconds(20)));
  public static final Field<String> STATIC_POD_URL = FIELDS.honours("staticPodURL", URL.plain());
  public static final Field<Map<String, List<String>>> STATIC_POD_URL_HEADER =
      FIELDS.honours("staticPodURLHeader", HEADERS.plain());

  static final List<Field<?>> ALL = FIELDS.all();

  private SourceFields() {}
}
