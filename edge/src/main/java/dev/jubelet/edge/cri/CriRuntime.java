package dev.jubelet.edge.cri;

import dev.jubelet.api.cri.RuntimeConfigRequest;
import dev.jubelet.api.cri.RuntimeConfigResponse;
import dev.jubelet.api.cri.StatusRequest;
import dev.jubelet.api.cri.StatusResponse;
import dev.jubelet.api.cri.UpdateRuntimeConfigRequest;
import dev.jubelet.api.cri.UpdateRuntimeConfigResponse;
import dev.jubelet.api.cri.VersionRequest;
import dev.jubelet.api.cri.VersionResponse;

/**
 * The container runtime: one blocking method per call of the CRI, in the messages of the wire. All
 * methods throw {@link CriException}. Interrupting the calling thread cancels the call, which then
 * fails with CANCELLED while the thread stays interrupted.
 *
 * <p>It has the calls that the agent makes and some that capabilities to come need: resources of a
 * running container or sandbox (in-place resize), ReopenContainerLog (rotation of logs),
 * RemoveImage (collection of images), and the runtime's own figures and metrics of pods (stats from
 * the CRI). Lists come whole; those that are streamed are not asked for.
 *
 * <p>Thread: any number, virtual ones preferred.
 */
public interface CriRuntime extends CriSandboxes, CriContainers, CriImages, CriStats {

  VersionResponse version(VersionRequest request);

  StatusResponse status(StatusRequest request);

  /** Fails with UNIMPLEMENTED with runtimes older than containerd 2.0. */
  RuntimeConfigResponse runtimeConfig(RuntimeConfigRequest request);

  UpdateRuntimeConfigResponse updateRuntimeConfig(UpdateRuntimeConfigRequest request);

  /**
   * Subscribes to what happens to containers. Runtimes older than containerd 1.7 have no such
   * stream: the first {@link CriEvents#next} then fails with UNIMPLEMENTED.
   */
  CriEvents containerEvents();
}
