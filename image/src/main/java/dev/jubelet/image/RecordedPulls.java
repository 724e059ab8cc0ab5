package dev.jubelet.image;

import dev.jubelet.api.cri.PullImageRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.name.ImageName;
import dev.jubelet.image.record.ImageAccess;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Pulls, with a note on disk from before the first byte until it is known who may have the image.
 *
 * <p>Thread: that of each caller, which is blocked meanwhile.
 */
final class RecordedPulls {
  private final SharedPulls pulls;
  private final ImageAccess access;

  RecordedPulls(SharedPulls pulls, ImageAccess access) {
    this.pulls = pulls;
    this.access = access;
  }

  /**
   * Throws UncheckedIOException when the note cannot be written, and then nothing was pulled;
   * CriException of kind CANCELLED when the thread was interrupted, which it still is then.
   */
  void begin(ImageName name) {
    access.pulling(name);
  }

  /** After {@link #begin}. */
  PullResult pull(
      ImageName name,
      PullImageRequest request,
      List<Credential> credentials,
      Consumer<String> waitsFor) {
    PullResult result;
    try {
      result = pulls.pull(request, credentials.stream().map(Credential::login).toList(), waitsFor);
    } catch (InterruptedException e) {
      // The runtime was not asked.
      access.failed(name, true);
      Thread.currentThread().interrupt();
      throw cancelled(name);
    } catch (RuntimeException | Error e) {
      access.failed(name, false);
      throw e;
    }
    settle(name, credentials, result);
    return result;
  }

  private void settle(ImageName name, List<Credential> credentials, PullResult result) {
    switch (result) {
      case PullResult.Failed failed -> access.failed(name, failed.certain());
      case PullResult.Pulled pulled ->
          access.pulled(
              name,
              pulled.imageRef(),
              pulled.login() == PullResult.ANONYMOUS
                  ? Optional.empty()
                  : Optional.of(credentials.get(pulled.login())));
      case PullResult.Abandoned _ -> {
        access.failed(name, false);
        throw cancelled(name);
      }
    }
  }

  private static CriException cancelled(ImageName name) {
    return new CriException(
        CriException.Kind.CANCELLED, "PullImage", "pull of \"" + name.written() + "\" given up");
  }
}
