package dev.jubelet.app;

import dev.jubelet.api.cri.CgroupDriver;
import dev.jubelet.api.cri.RuntimeConfigRequest;
import dev.jubelet.api.cri.RuntimeConfigResponse;
import dev.jubelet.api.cri.UpdateRuntimeConfigRequest;
import dev.jubelet.api.cri.VersionResponse;
import dev.jubelet.app.config.KubeletConfig;
import dev.jubelet.app.config.field.PodFields;
import dev.jubelet.app.config.field.ResourceFields;
import dev.jubelet.app.config.field.RuntimeFields;
import dev.jubelet.app.metric.CriMeter;
import dev.jubelet.base.OutageLog;
import dev.jubelet.base.Timers;
import dev.jubelet.base.trace.Tracer;
import dev.jubelet.edge.cri.CriClient;
import dev.jubelet.edge.cri.CriEndpoint;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriHandshake;
import dev.jubelet.edge.cri.OutageCalls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runtime after the first words with it: who it is, and the configuration with what it decides.
 */
record RuntimeConnection(CriClient client, String runtimeName, KubeletConfig config) {
  private static final Logger log = LoggerFactory.getLogger(RuntimeConnection.class);

  /** Throws {@link CriException} with words for the operator when the runtime cannot be used. */
  static RuntimeConnection open(
      KubeletConfig config, CriMeter meter, Tracer tracer, Timers timers) {
    CriEndpoint runtime = CriEndpoint.parse(config.get(RuntimeFields.CONTAINER_RUNTIME_ENDPOINT));
    String imageEndpoint = config.get(RuntimeFields.IMAGE_SERVICE_ENDPOINT);
    CriEndpoint images = imageEndpoint.isEmpty() ? runtime : CriEndpoint.parse(imageEndpoint);
    OutageLog outages = new OutageLog(log, "Container runtime", runtime.text(), timers);
    CriClient client =
        new CriClient(
            runtime,
            images,
            config.get(RuntimeFields.RUNTIME_REQUEST_TIMEOUT),
            new OutageCalls(meter, outages, timers),
            tracer);
    try {
      VersionResponse version = new CriHandshake(client).perform();
      log.atInfo()
          .addKeyValue("runtime", version.getRuntimeName())
          .addKeyValue("version", version.getRuntimeVersion())
          .log("Connected to the container runtime");
      announcePodCidr(client, config);
      return new RuntimeConnection(
          client, version.getRuntimeName(), withDriver(client, config, meter));
    } catch (CriException e) {
      client.close();
      throw e;
    }
  }

  /** The runtime knows best who makes its cgroups; older ones do not say. */
  private static KubeletConfig withDriver(CriClient client, KubeletConfig config, CriMeter meter) {
    try {
      RuntimeConfigResponse answer =
          client.runtimeConfig(RuntimeConfigRequest.getDefaultInstance());
      String driver =
          answer.getLinux().getCgroupDriver() == CgroupDriver.SYSTEMD ? "systemd" : "cgroupfs";
      return config.with(ResourceFields.CGROUP_DRIVER, driver, "the container runtime");
    } catch (CriException e) {
      if (e.kind() != CriException.Kind.UNIMPLEMENTED) {
        throw e;
      }
      log.atWarn()
          .addKeyValue("cgroupDriver", config.get(ResourceFields.CGROUP_DRIVER))
          .log("Runtime does not report its cgroup driver; using the configured one");
      meter.losesSupport();
      return config;
    }
  }

  private static void announcePodCidr(CriClient client, KubeletConfig config) {
    String cidr = config.get(PodFields.POD_CIDR);
    if (!cidr.isEmpty()) {
      UpdateRuntimeConfigRequest.Builder request = UpdateRuntimeConfigRequest.newBuilder();
      request.getRuntimeConfigBuilder().getNetworkConfigBuilder().setPodCidr(cidr);
      client.updateRuntimeConfig(request.build());
    }
  }
}
