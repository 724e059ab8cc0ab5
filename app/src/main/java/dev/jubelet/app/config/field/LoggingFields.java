package dev.jubelet.app.config.field;

import static dev.jubelet.app.config.field.Types.BOOL;
import static dev.jubelet.app.config.field.Types.DURATION_OR_NANOS;
import static dev.jubelet.app.config.field.Types.INT32;
import static dev.jubelet.app.config.field.Types.QUANTITY;
import static dev.jubelet.app.config.field.Types.STRING;
import static dev.jubelet.app.config.field.Types.UINT32;
import static dev.jubelet.app.config.field.Types.VMODULE;

import dev.jubelet.app.config.value.Quantity;
import dev.jubelet.app.config.value.VmodulePattern;
import java.time.Duration;
import java.util.List;

/** Log output and tracing. */
public final class LoggingFields {
  private static final FieldGroup FIELDS = new FieldGroup();

  public static final Field<String> LOGGING_FORMAT =
      FIELDS.honours("logging.format", STRING.plain("text"));
  public static final Field<Duration> LOGGING_FLUSH_FREQUENCY =
      FIELDS.ignores("logging.flushFrequency", DURATION_OR_NANOS.plain(Duration.ofSeconds(5)));
  public static final Field<Long> LOGGING_VERBOSITY =
      FIELDS.honours("logging.verbosity", UINT32.plain());
  public static final Field<List<VmodulePattern>> LOGGING_VMODULE =
      FIELDS.honours("logging.vmodule", VMODULE.plain());
  public static final Field<Boolean> TEXT_SPLIT_STREAM =
      FIELDS.parses("logging.options.text.splitStream", BOOL.plain());
  public static final Field<Quantity> TEXT_INFO_BUFFER_SIZE =
      FIELDS.parses("logging.options.text.infoBufferSize", QUANTITY.plain());
  public static final Field<Boolean> JSON_SPLIT_STREAM =
      FIELDS.parses("logging.options.json.splitStream", BOOL.plain());
  public static final Field<Quantity> JSON_INFO_BUFFER_SIZE =
      FIELDS.parses("logging.options.json.infoBufferSize", QUANTITY.plain());
  public static final Field<String> TRACING_ENDPOINT =
      FIELDS.honours("tracing.endpoint", STRING.pointer());
  public static final Field<Integer> TRACING_SAMPLING_RATE_PER_MILLION =
      FIELDS.honours("tracing.samplingRatePerMillion", INT32.pointer());

  static final List<Field<?>> ALL = FIELDS.all();

  private LoggingFields() {}
}
