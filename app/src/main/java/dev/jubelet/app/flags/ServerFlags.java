package dev.jubelet.app.flags;

import static dev.jubelet.app.flags.Syntaxes.BOOL;
import static dev.jubelet.app.flags.Syntaxes.DURATION;
import static dev.jubelet.app.flags.Syntaxes.INT32;
import static dev.jubelet.app.flags.Syntaxes.IP;
import static dev.jubelet.app.flags.Syntaxes.STRING;
import static dev.jubelet.app.flags.Syntaxes.STRINGS;
import static dev.jubelet.app.flags.Syntaxes.SWITCHES;
import static dev.jubelet.app.flags.Syntaxes.TAINTS;

import dev.jubelet.app.config.field.NodeFields;
import dev.jubelet.app.config.field.ServerFields;
import java.util.List;

/** Flags that set fields of the HTTPS API and the node's dealings with the API server. */
final class ServerFlags {
  private static final FlagGroup FLAGS = FlagGroup.ofFields();

  static {
    FLAGS.shadows(ServerFields.ENABLE_SERVER, "enable-server", BOOL, "Serve the HTTPS API.");
    FLAGS.shadows(ServerFields.ADDRESS, "address", IP, "Address to serve on.");
    FLAGS.shadows(ServerFields.PORT, "port", INT32, "Port of the HTTPS API.");
    FLAGS.shadows(
        ServerFields.READ_ONLY_PORT,
        "read-only-port",
        INT32,
        "Port of the API without authentication; 0 for none.");
    FLAGS.shadows(
        ServerFields.ANONYMOUS_ENABLED,
        "anonymous-auth",
        BOOL,
        "Let callers without credentials in as system:anonymous.");
    FLAGS.shadows(
        ServerFields.TOKEN_WEBHOOK_ENABLED,
        "authentication-token-webhook",
        BOOL,
        "Ask the API server about bearer tokens.");
    FLAGS.shadows(
        ServerFields.TOKEN_WEBHOOK_CACHE_TTL,
        "authentication-token-webhook-cache-ttl",
        DURATION,
        "How long to remember its answers about tokens.");
    FLAGS.shadows(
        ServerFields.CLIENT_CA_FILE,
        "client-ca-file",
        STRING,
        "CA whose client certificates are accepted.");
    FLAGS.shadows(
        ServerFields.AUTHORIZATION_MODE, "authorization-mode", STRING, "AlwaysAllow or Webhook.");
    FLAGS.shadows(
        ServerFields.AUTHORIZATION_CACHE_AUTHORIZED_TTL,
        "authorization-webhook-cache-authorized-ttl",
        DURATION,
        "How long to remember that a call is allowed.");
    FLAGS.shadows(
        ServerFields.AUTHORIZATION_CACHE_UNAUTHORIZED_TTL,
        "authorization-webhook-cache-unauthorized-ttl",
        DURATION,
        "How long to remember that a call is refused.");
    FLAGS.shadows(
        ServerFields.TLS_CERT_FILE,
        "tls-cert-file",
        STRING,
        "Certificate of the HTTPS API; made when absent.");
    FLAGS.shadows(
        ServerFields.TLS_PRIVATE_KEY_FILE,
        "tls-private-key-file",
        STRING,
        "Key of that certificate.");
    FLAGS.shadows(
        ServerFields.SERVER_TLS_BOOTSTRAP,
        "rotate-server-certificates",
        BOOL,
        "Ask the API server for a serving certificate and renew it.");
    FLAGS.shadows(
        ServerFields.TLS_CIPHER_SUITES, "tls-cipher-suites", STRINGS, "Cipher suites to offer.");
    FLAGS.shadows(
        ServerFields.TLS_MIN_VERSION,
        "tls-min-version",
        STRING,
        "Least TLS version: VersionTLS10 to VersionTLS13.");
    FLAGS.shadows(
        ServerFields.ROTATE_CERTIFICATES,
        "rotate-certificates",
        BOOL,
        "Renew the client certificate before it expires.");
    FLAGS.shadows(
        NodeFields.EVENT_RECORD_QPS, "event-qps", INT32, "Events per second; 0 for no limit.");
    FLAGS.shadows(NodeFields.EVENT_BURST, "event-burst", INT32, "Events that may be sent at once.");
    FLAGS.shadows(
        ServerFields.ENABLE_DEBUGGING_HANDLERS,
        "enable-debugging-handlers",
        BOOL,
        "Serve exec, attach, logs, port-forward and the like.");
    FLAGS.shadows(
        ServerFields.ENABLE_CONTENTION_PROFILING,
        "contention-profiling",
        BOOL,
        "Profile lock contention.");
    FLAGS.shadows(
        ServerFields.HEALTHZ_PORT, "healthz-port", INT32, "Port of the health check; 0 for none.");
    FLAGS.shadows(
        ServerFields.HEALTHZ_BIND_ADDRESS,
        "healthz-bind-address",
        IP,
        "Address of the health check.");
    FLAGS.shadows(
        ServerFields.STREAMING_CONNECTION_IDLE_TIMEOUT,
        "streaming-connection-idle-timeout",
        DURATION,
        "Without effect.");
    FLAGS.shadows(
        NodeFields.NODE_STATUS_UPDATE_FREQUENCY,
        "node-status-update-frequency",
        DURATION,
        "Pause between computations of the node's status.");
    FLAGS.shadows(
        NodeFields.FEATURE_GATES, "feature-gates", SWITCHES, "Features to turn on or off.");
    FLAGS.sets(
        NodeFields.PROVIDER_ID,
        "provider-id",
        STRING,
        "Identity of the node at its cloud provider.");
    FLAGS.shadows(
        NodeFields.NODE_STATUS_MAX_IMAGES,
        "node-status-max-images",
        INT32,
        "Images to report in the node's status; -1 for all.");
    FLAGS.shadows(
        NodeFields.CONTENT_TYPE,
        "kube-api-content-type",
        STRING,
        "Encoding of calls to the API server.");
    FLAGS.shadows(
        NodeFields.KUBE_API_QPS, "kube-api-qps", INT32, "Calls to the API server per second.");
    FLAGS.shadows(
        NodeFields.KUBE_API_BURST, "kube-api-burst", INT32, "Calls to the API server at once.");
    FLAGS.shadows(NodeFields.REGISTER_NODE, "register-node", BOOL, "Create the Node object.");
    FLAGS.shadows(
        NodeFields.REGISTER_WITH_TAINTS,
        "register-with-taints",
        TAINTS,
        "Taints of the node when it registers.");
  }

  static final List<Flag<?>> ALL = FLAGS.all();

  private ServerFlags() {}
}
