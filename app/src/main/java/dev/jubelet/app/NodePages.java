package dev.jubelet.app;

import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.ServerFields;
import dev.jubelet.app.logging.Verbosity;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.systemd.JournalReader;
import dev.jubelet.server.debug.ProfilePages;
import dev.jubelet.server.debug.VerbosityPage;
import dev.jubelet.server.http.Router;
import dev.jubelet.server.nodelog.NodeLogPages;
import java.nio.file.Path;

/** The pages about the node and the process themselves, each where the configuration wants it. */
final class NodePages {
  private static final Path LOGS = Path.of("/var/log");

  private final KubeletConfig config;
  private final Verbosity verbosity;
  private final Timers timers;

  NodePages(KubeletConfig config, Verbosity verbosity, Timers timers) {
    this.config = config;
    this.verbosity = verbosity;
    this.timers = timers;
  }

  void addTo(Router.Builder routes) {
    if (!config.get(ServerFields.ENABLE_SYSTEM_LOG_HANDLER)) {
      NodeLogPages.addDisabled(routes);
    } else if (config.get(ServerFields.ENABLE_SYSTEM_LOG_QUERY)) {
      NodeLogPages.filesAndQueries(LOGS, JournalReader.PROGRAM, timers).addTo(routes);
    } else {
      NodeLogPages.files(LOGS).addTo(routes);
    }
    if (config.get(ServerFields.ENABLE_PROFILING_HANDLER)) {
      new ProfilePages(timers).addTo(routes);
    } else {
      ProfilePages.addDisabled(routes);
    }
    if (config.get(ServerFields.ENABLE_DEBUG_FLAGS_HANDLER)) {
      new VerbosityPage(verbosity::set).addTo(routes);
    } else {
      VerbosityPage.addDisabled(routes);
    }
  }
}
