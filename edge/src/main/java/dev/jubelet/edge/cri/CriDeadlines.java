package dev.jubelet.edge.cri;

import dev.jubelet.api.cri.CheckpointContainerRequest;
import dev.jubelet.api.cri.ExecSyncRequest;
import dev.jubelet.api.cri.StopContainerRequest;
import java.time.Duration;
import java.util.Optional;

/** How long each call may take; empty means until it is interrupted. Pure. */
record CriDeadlines(Duration requestTimeout) {

  Optional<Duration> usual() {
    return Optional.of(requestTimeout);
  }

  /** A sandbox includes the network and perhaps the pull of its image. */
  Optional<Duration> runPodSandbox() {
    return Optional.of(requestTimeout.multipliedBy(2));
  }

  Optional<Duration> stopContainer(StopContainerRequest request) {
    return Optional.of(requestTimeout.plusSeconds(request.getTimeout()));
  }

  Optional<Duration> execSync(ExecSyncRequest request) {
    return request.getTimeout() == 0
        ? Optional.empty()
        : Optional.of(requestTimeout.plusSeconds(request.getTimeout()));
  }

  Optional<Duration> checkpointContainer(CheckpointContainerRequest request) {
    Duration asked = Duration.ofSeconds(request.getTimeout());
    return Optional.of(asked.compareTo(requestTimeout) > 0 ? asked : requestTimeout);
  }

  /** The request with its own timeout no shorter than ours. */
  CheckpointContainerRequest raised(CheckpointContainerRequest request) {
    if (request.getTimeout() < 0) {
      throw new CriException(
          CriException.Kind.INVALID,
          "CheckpointContainer",
          "the timeout of a checkpoint must not be negative: " + request.getTimeout());
    }
    long seconds = Math.max(request.getTimeout(), requestTimeout.toSeconds());
    return request.toBuilder().setTimeout(seconds).build();
  }
}
