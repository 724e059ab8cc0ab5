package dev.jubelet.pod.journal;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ClaimSource;
import dev.jubelet.pod.model.ObjectValues;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.translate.RuntimeClasses;
import dev.jubelet.pod.translate.env.ServiceSource;
import dev.jubelet.pod.translate.spec.UntranslatableException;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks for all that a pod refers to, so that the journal learns it. A pod whose containers run
 * already asks for nothing again, and what an earlier agent was told last may not have been written
 * before it was killed. Tokens and what stands in volumes are asked for by each agent anyway.
 *
 * <p>Thread: the journal's lane; may wait for the API server. Owns: nothing; what is asked
 * remembers the answers.
 */
final class ReferencePrefetch {
  private static final Logger log = LoggerFactory.getLogger(ReferencePrefetch.class);
  private static final String MASTER_NAMESPACE = "default";

  /** The sources that note what they answer; those that are not joined yet have no answers. */
  record Sources(
      ObjectValues objects,
      ServiceSource services,
      RuntimeClasses runtimeClasses,
      Optional<ClaimSource> claims) {}

  private final Sources sources;
  private final KeptFacts kept;

  ReferencePrefetch(Sources sources, KeptFacts kept) {
    this.sources = sources;
    this.kept = kept;
  }

  /** Returns whether all is known now; what is known already is not asked for. */
  boolean completes(Pod pod) {
    boolean complete = true;
    for (ValueKey key : ReferencedValues.of(pod)) {
      complete &= kept.find(key).isPresent() || isAnswered(key);
    }
    for (String namespace : namespaces(pod)) {
      complete &=
          kept.services(namespace).isPresent() || sources.services().in(namespace).isPresent();
    }
    String runtimeClass = pod.getSpec().getRuntimeClassName();
    if (runtimeClass != null && !runtimeClass.isEmpty()) {
      complete &= kept.handler(runtimeClass).isPresent() || isAnswered(runtimeClass);
    }
    for (ClaimFacts.Name claim : ClaimFacts.names(pod)) {
      complete &= isAnswered(claim);
    }
    return complete;
  }

  private static Set<String> namespaces(Pod pod) {
    Set<String> namespaces = new HashSet<>();
    namespaces.add(MASTER_NAMESPACE);
    namespaces.add(pod.getMetadata().getNamespace());
    return namespaces;
  }

  private boolean isAnswered(ValueKey key) {
    Lookup found =
        switch (key.facet()) {
          case CONFIG_MAP -> sources.objects().configMap(key.namespace(), key.name());
          case CONFIG_MAP_TEXT -> sources.objects().configMapText(key.namespace(), key.name());
          case SECRET -> sources.objects().secret(key.namespace(), key.name());
        };
    return !(found instanceof Lookup.Failed);
  }

  private boolean isAnswered(String runtimeClass) {
    try {
      sources.runtimeClasses().handler(runtimeClass);
      return true;
    } catch (UntranslatableException e) {
      log.atDebug().addKeyValue("cause", e.getMessage()).log("Runtime class is not known yet");
      return false;
    }
  }

  private boolean isAnswered(ClaimFacts.Name name) {
    if (sources.claims().isEmpty()) {
      return true;
    }
    ClaimSource claims = sources.claims().get();
    try {
      Optional<PersistentVolumeClaim> known = kept.find(name);
      PersistentVolumeClaim claim =
          known.isPresent() ? known.get() : claims.claim(name.namespace(), name.name());
      String volume = claim.getSpec().getVolumeName();
      if (volume != null && !volume.isEmpty() && kept.volume(volume).isEmpty()) {
        claims.volume(volume);
      }
      return true;
    } catch (ApiException e) {
      log.atDebug().addKeyValue("cause", e.text()).log("Claim is not known yet");
      return !InconclusiveFailures.is(e);
    }
  }
}
