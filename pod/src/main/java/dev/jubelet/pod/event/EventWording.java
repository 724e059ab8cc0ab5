package dev.jubelet.pod.event;

import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.PodKey;
import dev.jubelet.pod.model.PodUid;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Puts an event into the words of the API. Pure. */
record EventWording(String node) {
  private static final String COMPONENT = "kubelet";

  Event build(NodeEvent event, EventTally tally) {
    ObjectReference subject = subject(event);
    String namespace = subject.getNamespace();
    return new EventBuilder()
        .withNewMetadata()
        .withName(tally.name())
        // The API has no events without a namespace; those of nodes are in this one.
        .withNamespace(namespace == null ? "default" : namespace)
        .withAnnotations(event.annotations())
        .endMetadata()
        .withInvolvedObject(subject)
        .withType(event.type().wireName())
        .withReason(event.reason())
        .withMessage(tally.message())
        .withNewSource(COMPONENT, node)
        .withReportingComponent(COMPONENT)
        .withReportingInstance(node)
        .withFirstTimestamp(text(tally.first()))
        .withLastTimestamp(text(tally.last()))
        .withCount(tally.count())
        .build();
  }

  private ObjectReference subject(NodeEvent event) {
    ObjectReferenceBuilder subject = new ObjectReferenceBuilder().withApiVersion("v1");
    NodeEvent.Claim claim = event.claim();
    if (claim != null) {
      return subject
          .withKind("PersistentVolumeClaim")
          .withNamespace(claim.namespace())
          .withName(claim.name())
          .withUid(claim.uid())
          .build();
    }
    PodKey pod = event.pod();
    if (pod == null) {
      return subject.withKind("Node").withName(node).build();
    }
    PodUid uid = event.uid();
    return subject
        .withKind("Pod")
        .withNamespace(pod.namespace())
        .withName(pod.name())
        .withUid(uid == null ? null : uid.value())
        .withFieldPath(event.field().isEmpty() ? null : event.field())
        .build();
  }

  /** The API keeps whole seconds. */
  private static String text(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
