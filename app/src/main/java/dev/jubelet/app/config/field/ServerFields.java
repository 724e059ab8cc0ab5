package dev.jubelet.app.config.field;

import static dev.jubelet.app.config.field.Types.BOOL;
import static dev.jubelet.app.config.field.Types.DURATION;
import static dev.jubelet.app.config.field.Types.INT32;
import static dev.jubelet.app.config.field.Types.INTS;
import static dev.jubelet.app.config.field.Types.STRING;
import static dev.jubelet.app.config.field.Types.STRINGS;

import java.time.Duration;
import java.util.List;

/** The HTTPS API, the read-only and the health port, and who may use them. */
public final class ServerFields {
  private static final FieldGroup FIELDS = new FieldGroup();

  public static final Field<Boolean> ENABLE_SERVER =
      FIELDS.honours("enableServer", BOOL.pointer(true));
  public static final Field<String> ADDRESS = FIELDS.honours("address", STRING.plain("0.0.0.0"));
  public static final Field<Integer> PORT = FIELDS.honours("port", INT32.plain(10250));
  public static final Field<Integer> READ_ONLY_PORT = FIELDS.honours("readOnlyPort", INT32.plain());
  public static final Field<String> TLS_CERT_FILE = FIELDS.honours("tlsCertFile", STRING.plain());
  public static final Field<String> TLS_PRIVATE_KEY_FILE =
      FIELDS.honours("tlsPrivateKeyFile", STRING.plain());
  public static final Field<List<String>> TLS_CIPHER_SUITES =
      FIELDS.honours("tlsCipherSuites", STRINGS.plain());
  public static final Field<List<Integer>> TLS_CURVE_PREFERENCES =
      FIELDS.honours("tlsCurvePreferences", INTS.plain());
  public static final Field<String> TLS_MIN_VERSION =
      FIELDS.honours("tlsMinVersion", STRING.plain());
  public static final Field<Boolean> ROTATE_CERTIFICATES =
      FIELDS.honours("rotateCertificates", BOOL.plain());
  public static final Field<Boolean> SERVER_TLS_BOOTSTRAP =
      FIELDS.honours("serverTLSBootstrap", BOOL.plain());
  public static final Field<String> CLIENT_CA_FILE =
      FIELDS.honours("authentication.x509.clientCAFile", STRING.plain());
  public static final Field<Boolean> TOKEN_WEBHOOK_ENABLED =
      FIELDS.honours("authentication.webhook.enabled", BOOL.pointer(true));
  public static final Field<Duration> TOKEN_WEBHOOK_CACHE_TTL =
      FIELDS.honours("authentication.webhook.cacheTTL", DURATION.plain(Duration.ofMinutes(2)));
  public static final Field<Boolean> ANONYMOUS_ENABLED =
      FIELDS.honours("authentication.anonymous.enabled", BOOL.pointer(false));
  public static final Field<String> AUTHORIZATION_MODE =
      FIELDS.honours("authorization.mode", STRING.plain("Webhook"));
  public static final Field<Duration> AUTHORIZATION_CACHE_AUTHORIZED_TTL =
      FIELDS.honours(
          "authorization.webhook.cacheAuthorizedTTL", DURATION.plain(Duration.ofMinutes(5)));
  public static final Field<Duration> AUTHORIZATION_CACHE_UNAUTHORIZED_TTL =
      FIELDS.honours(
          "authorization.webhook.cacheUnauthorizedTTL", DURATION.plain(Duration.ofSeconds(30)));
  public static final Field<Boolean> ENABLE_DEBUGGING_HANDLERS =
      FIELDS.honours("enableDebuggingHandlers", BOOL.pointer(true));
  public static final Field<Boolean> ENABLE_CONTENTION_PROFILING =
      FIELDS.parses("enableContentionProfiling", BOOL.plain());
  public static final Field<Integer> HEALTHZ_PORT =
      FIELDS.honours("healthzPort", INT32.pointer(10248));
  public static final Field<String> HEALTHZ_BIND_ADDRESS =
      FIELDS.honours("healthzBindAddress", STRING.plain("127.0.0.1"));
  public static final Field<Duration> STREAMING_CONNECTION_IDLE_TIMEOUT =
      FIELDS.honours("streamingConnectionIdleTimeout", DURATION.plain(Duration.ofHours(4)));
  public static final Field<Boolean> ENABLE_SYSTEM_LOG_HANDLER =
      FIELDS.honours("enableSystemLogHandler", BOOL.pointer(true));
  public static final Field<Boolean> ENABLE_SYSTEM_LOG_QUERY =
      FIELDS.honours("enableSystemLogQuery", BOOL.pointer(false));
  public static final Field<Boolean> ENABLE_PROFILING_HANDLER =
      FIELDS.honours("enableProfilingHandler", BOOL.pointer(true));
  public static final Field<Boolean> ENABLE_DEBUG_FLAGS_HANDLER =
      FIELDS.honours("enableDebugFlagsHandler", BOOL.pointer(true));
  public static final Field<String> SHOW_HIDDEN_METRICS_FOR_VERSION =
      FIELDS.parses("showHiddenMetricsForVersion", STRING.plain());

  static final List<Field<?>> ALL = FIELDS.all();

  private ServerFields() {}
}
