package dev.jubelet.node.loop;

import dev.jubelet.pod.model.NodeEvent;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.function.Consumer;

/**
 * Who hears from the status loop. All are called on its lane.
 *
 * @param observed gets the Node object as the API server has it, after each round; its volumesInUse
 *     are known to the cluster by then
 * @param podCidrs gets the node's ranges of pod addresses when they are first seen and when they
 *     change; when it throws, it gets them again
 * @param events must not block
 * @param stalled the connection seems dead; closing it lets the next try open a new one
 */
public record StatusListeners(
    Consumer<Node> observed,
    Consumer<List<String>> podCidrs,
    Consumer<NodeEvent> events,
    Runnable stalled) {}
