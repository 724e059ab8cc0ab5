package dev.jubelet.volume;

import dev.jubelet.edge.linux.BlockingCalls;
import dev.jubelet.pod.model.PodUid;
import dev.jubelet.volume.plugin.VolumePlugin;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls volume plugins, each on threads of its own: a server or driver that does not answer holds
 * up only the pods that wait for it. A call that timed out goes on by itself, and the next one for
 * the same volume waits for it.
 *
 * <p>Thread: any. Owns: the threads of the plugins, and which calls have not returned.
 */
final class PluginCalls {
  /** More volumes of one plugin than this do not hang at once; idle threads end. */
  private static final int MAX_CALLS_PER_PLUGIN = 64;

  private static final Duration TIMEOUT = Duration.ofMinutes(2).plusSeconds(3);

  private final Map<String, BlockingCalls> threads = new ConcurrentHashMap<>();
  private final Set<Call> underWay = ConcurrentHashMap.newKeySet();

  private record Call(String plugin, PodUid pod, String name) {}

  <T> T run(VolumePlugin plugin, PodUid pod, String name, BlockingCalls.Work<T> work)
      throws IOException {
    Call call = new Call(plugin.escapedName(), pod, name);
    underWay.add(call);
    return threads
        .computeIfAbsent(plugin.escapedName(), PluginCalls::threads)
        .run(
            "volume %s of pod %s".formatted(name, pod),
            () -> {
              // An earlier call may have ended just now and taken the mark away.
              underWay.add(call);
              try {
                return work.run();
              } finally {
                underWay.remove(call);
              }
            });
  }

  private static BlockingCalls threads(String plugin) {
    return new BlockingCalls("volume-" + plugin, MAX_CALLS_PER_PLUGIN, TIMEOUT);
  }

  /** The volumes that a call, also one that timed out, may still bring to the pod. */
  List<String> underWay(VolumePlugin plugin, PodUid pod) {
    return underWay.stream()
        .filter(call -> call.pod().equals(pod) && call.plugin().equals(plugin.escapedName()))
        .map(Call::name)
        .toList();
  }
}
