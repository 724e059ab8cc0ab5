package dev.jubelet.pod.collect;

import dev.jubelet.pod.model.PodUid;
import java.util.Locale;

/** One thing to remove, and why. */
sealed interface Removal {
  Reason reason();

  /** What kind of thing it is, for people who count. */
  default String what() {
    return switch (this) {
      case RemoveContainer _ -> "container";
      case RemoveSandbox _ -> "sandbox";
      case RemoveLogDirectory _ -> "log_directory";
      case RemoveLink _ -> "log_link";
    };
  }

  /** With its log and link. One in an unknown state is stopped first. */
  record RemoveContainer(ListedContainer container, Reason reason) implements Removal {}

  /** One that is no longer ready and has no containers. */
  record RemoveSandbox(ListedSandbox sandbox, Reason reason) implements Removal {}

  /** With all that is in it. */
  record RemoveLogDirectory(String name, PodUid pod, Reason reason) implements Removal {}

  /** A link of the directory that log collectors read. */
  record RemoveLink(String name, Reason reason) implements Removal {}

  /** Why something goes. */
  enum Reason {
    POD_GONE("pod is gone"),
    POD_EVICTED("pod was evicted"),
    POD_ENDED("pod has ended and disk space is needed"),
    LIMIT_PER_CONTAINER("more dead instances than maximum-dead-containers-per-container"),
    LIMIT_IN_ALL("more dead containers than maximum-dead-containers"),
    REPLACED("sandbox was replaced"),
    NO_LOG("log does not exist");

    private final String text;

    Reason(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
