package dev.jubelet.image;

import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.ImageSpec;
import dev.jubelet.api.cri.ImageStatusRequest;
import dev.jubelet.api.cri.PodSandboxConfig;
import dev.jubelet.base.GoDuration;
import dev.jubelet.base.Timers;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriImages;
import dev.jubelet.image.PullListener.Known;
import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.credential.CredentialException;
import dev.jubelet.image.credential.PodCredentials;
import dev.jubelet.image.credential.PullCredentials;
import dev.jubelet.image.name.ImageName;
import dev.jubelet.image.record.ImageAccess;
import dev.jubelet.pod.model.ImageOutcome;
import dev.jubelet.pod.model.NodeEvent;
import dev.jubelet.pod.model.StartError;
import dev.jubelet.pod.model.WaitReason;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ImageVolumeSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that the image of a container or volume is on the machine: looks, pulls when the
 * policy says so, and tells in events what it did.
 *
 * <p>Thread: any; blocks the caller for as long as the pull takes. Owns: the back-off of failed
 * pulls and the queue.
 */
public final class ImagePuller {
  /** How long a failure is shown as such, before the pod is said to wait in back-off. */
  private static final Duration FAILURE_SHOWN = Duration.ofSeconds(1);

  private final CriImages images;
  private final PullCredentials credentials;
  private final ImageAccess access;
  private final Timers timers;
  private final Consumer<NodeEvent> events;
  private final RecordedPulls pulls;
  private final PullBackOff backOff;
  private final PullListener listener;

  public ImagePuller(
      CriImages images,
      PullSettings settings,
      PullCredentials credentials,
      ImageAccess access,
      Timers timers,
      Consumer<NodeEvent> events,
      PullListener listener) {
    this.listener = listener;
    this.images = images;
    this.credentials = credentials;
    this.access = access;
    this.timers = timers;
    this.events = events;
    this.pulls =
        new RecordedPulls(new SharedPulls(new PullQueue(images, settings, timers)), access);
    this.backOff = new PullBackOff(timers);
  }

  /**
   * Blocks until the image is there or cannot be had for now. {@code waitsFor} is told when
   * something else than the pull itself holds it up. Interrupting the thread ends it promptly with
   * a {@link CriException} of kind CANCELLED, as with any call of the runtime; nothing is then
   * counted as a failure, and the thread stays interrupted.
   */
  public ImageOutcome ensure(
      Pod pod, Container container, PodSandboxConfig sandbox, Consumer<String> waitsFor) {
    return ensure(ImageRequest.of(pod, container, sandbox), waitsFor);
  }

  /** The same for an image that the pod mounts as a volume. */
  public ImageOutcome ensure(
      Pod pod, ImageVolumeSource volume, PodSandboxConfig sandbox, Consumer<String> waitsFor) {
    return ensure(ImageRequest.of(pod, volume, sandbox), waitsFor);
  }

  private ImageOutcome ensure(ImageRequest request, Consumer<String> waitsFor) {
    ImageName name;
    try {
      name = ImageName.parse(request.image());
    } catch (IllegalArgumentException e) {
      String message =
          "Failed to apply default image tag " + quoted(request) + ": " + e.getMessage();
      emit(request, NodeEvent.Type.WARNING, "InspectFailed", message);
      return unavailable(WaitReason.INVALID_IMAGE_NAME, message, null);
    }
    try {
      return ensure(request, name, CredentialsOnce.of(credentials.of(request.pod())), waitsFor);
    } catch (CredentialException e) {
      return notPulled(request, e.text());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CriException(
          CriException.Kind.CANCELLED, "PullImage", "pull of " + quoted(request) + " given up");
    }
  }

  private ImageOutcome ensure(
      ImageRequest request, ImageName name, PodCredentials own, Consumer<String> waitsFor)
      throws InterruptedException {
    PullPolicy policy = request.policy(name);
    if (policy == PullPolicy.ALWAYS) {
      listener.asked(policy.wireName(), Known.UNKNOWN, Known.TRUE);
    } else {
      Optional<ImageOutcome> found = find(request, name, policy, own);
      if (found.isPresent()) {
        return found.get();
      }
    }
    Optional<PullBackOff.Remaining> wait = backOff.remaining(request.uid(), request.image());
    return wait.isPresent()
        ? waiting(request, wait.get())
        : pull(request, name, own.find(name.normalised()), waitsFor);
  }

  /** What can be said without a pull. */
  private Optional<ImageOutcome> find(
      ImageRequest request, ImageName name, PullPolicy policy, PodCredentials own)
      throws InterruptedException {
    Optional<Image> image;
    try {
      image = status(request.spec(name));
    } catch (CriException e) {
      listener.asked(policy.wireName(), Known.UNKNOWN, Known.UNKNOWN);
      return Optional.of(notInspected(request, e));
    }
    if (image.isEmpty()) {
      access.absent(name);
    }
    boolean usable = image.isPresent() && mayUse(name, image.get(), policy, own);
    boolean lacking = image.isPresent() || policy != PullPolicy.NEVER;
    listener.asked(
        policy.wireName(),
        image.isPresent() ? Known.TRUE : Known.FALSE,
        !usable && lacking ? Known.TRUE : Known.FALSE);
    if (usable) {
      emit(
          request,
          NodeEvent.Type.NORMAL,
          "Pulled",
          "Container image " + quoted(request) + " " + access.presentText());
      return image.map(present -> present(present.getId(), present));
    }
    if (policy == PullPolicy.NEVER) {
      // The same words whether it is there or not: a pod that may not have it learns nothing.
      String message =
          "Container image " + quoted(request) + " is not present with pull policy of Never";
      emit(request, NodeEvent.Type.WARNING, "ErrImageNeverPull", message);
      return Optional.of(unavailable(WaitReason.ERR_IMAGE_NEVER_PULL, message, null));
    }
    return Optional.empty();
  }

  private boolean mayUse(ImageName name, Image image, PullPolicy policy, PodCredentials own)
      throws InterruptedException {
    try {
      return access.mayUse(name, image, own);
    } catch (CredentialException e) {
      listener.asked(policy.wireName(), Known.TRUE, Known.UNKNOWN);
      throw e;
    }
  }

  private ImageOutcome waiting(ImageRequest request, PullBackOff.Remaining remaining) {
    String message = "Back-off pulling image " + quoted(request);
    emit(request, NodeEvent.Type.NORMAL, "BackOff", message);
    return unavailable(
        WaitReason.IMAGE_PULL_BACK_OFF,
        message + ": " + remaining.failure(),
        timers.now().plus(remaining.left()));
  }

  private ImageOutcome pull(
      ImageRequest request, ImageName name, List<Credential> ofPod, Consumer<String> waitsFor) {
    try {
      pulls.begin(name);
    } catch (UncheckedIOException e) {
      return notPulled(
          request,
          "Failed to record image pull intent for container image %s: %s: %s"
              .formatted(quoted(request), e.getMessage(), e.getCause()));
    }
    emit(request, NodeEvent.Type.NORMAL, "Pulling", "Pulling image " + quoted(request));
    long start = timers.nanoTime();
    return switch (pulls.pull(name, request.pull(name), ofPod, waitsFor)) {
      case PullResult.Failed failed -> failed(request, failed.failure());
      case PullResult.Pulled pulled ->
          pulled(request, name, pulled, Duration.ofNanos(timers.nanoTime() - start));
      case PullResult.Abandoned _ -> throw new IllegalStateException("thrown as cancelled");
    };
  }

  /** The registry was not asked, so there is no back-off. */
  private ImageOutcome notPulled(ImageRequest request, String why) {
    emit(
        request,
        NodeEvent.Type.WARNING,
        "Failed",
        "Failed to pull image " + quoted(request) + ": " + why);
    return unavailable(WaitReason.ERR_IMAGE_PULL, why, null);
  }

  private ImageOutcome failed(ImageRequest request, PullFailure failure) {
    emit(
        request,
        NodeEvent.Type.WARNING,
        "Failed",
        "Failed to pull image " + quoted(request) + ": " + failure.text());
    StartError error = failure.error(request.image());
    backOff.failed(
        request.uid(), request.image(), error.reason().wireName() + ": " + error.message());
    return new ImageOutcome.Unavailable(error, timers.now().plus(FAILURE_SHOWN));
  }

  private ImageOutcome pulled(
      ImageRequest request, ImageName name, PullResult.Pulled pulled, Duration total) {
    Image image;
    try {
      image =
          status(request.spec(name))
              .orElseThrow(
                  () ->
                      new CriException(
                          CriException.Kind.NOT_FOUND,
                          "ImageStatus",
                          "the runtime does not have the image that it has just pulled"));
    } catch (CriException e) {
      return notInspected(request, e);
    }
    listener.pulled(pulled.took(), image.getSize());
    emit(
        request,
        NodeEvent.Type.NORMAL,
        "Pulled",
        "Successfully pulled image %s in %s (%s including waiting). Image size: %s bytes."
            .formatted(
                quoted(request),
                GoDuration.format(pulled.took().truncatedTo(ChronoUnit.MILLIS)),
                GoDuration.format(total.truncatedTo(ChronoUnit.MILLIS)),
                Long.toUnsignedString(image.getSize())));
    return present(pulled.imageRef(), image);
  }

  private ImageOutcome notInspected(ImageRequest request, CriException e) {
    if (e.kind() == CriException.Kind.CANCELLED && Thread.currentThread().isInterrupted()) {
      throw e;
    }
    String message = "Failed to inspect image " + quoted(request) + ": " + e.upstreamText();
    emit(request, NodeEvent.Type.WARNING, "InspectFailed", message);
    return unavailable(WaitReason.IMAGE_INSPECT_ERROR, message, null);
  }

  private Optional<Image> status(ImageSpec spec) {
    var answer = images.imageStatus(ImageStatusRequest.newBuilder().setImage(spec).build());
    if (!answer.hasImage()) {
      return Optional.empty();
    }
    Image image = answer.getImage();
    if (image.getId().isEmpty() || image.getSize() == 0) {
      throw new CriException(
          CriException.Kind.INTERNAL,
          "ImageStatus",
          "Id or size of image \"" + spec.getImage() + "\" is not set");
    }
    return Optional.of(image);
  }

  private static ImageOutcome present(String imageRef, Image image) {
    OptionalLong uid =
        image.hasUid() ? OptionalLong.of(image.getUid().getValue()) : OptionalLong.empty();
    return new ImageOutcome.Present(imageRef, uid, image.getUsername());
  }

  private static ImageOutcome unavailable(
      WaitReason reason, String message, @Nullable Instant retryAt) {
    return new ImageOutcome.Unavailable(new StartError(reason, message), retryAt);
  }

  private void emit(ImageRequest request, NodeEvent.Type type, String reason, String message) {
    events.accept(request.event(timers.now(), type, reason, message));
  }

  private static String quoted(ImageRequest request) {
    return "\"" + request.image() + "\"";
  }
}
