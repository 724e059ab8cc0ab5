package dev.jubelet.image.record;

import dev.jubelet.api.cri.Image;
import dev.jubelet.api.cri.ListImagesRequest;
import dev.jubelet.edge.cri.CriException;
import dev.jubelet.edge.cri.CriImages;
import dev.jubelet.image.credential.Credential;
import dev.jubelet.image.credential.Login;
import dev.jubelet.image.credential.PodCredentials;
import dev.jubelet.image.json.JsonTextException;
import dev.jubelet.image.name.ImageName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides by the records of pulls who may use an image. What an earlier agent left is settled
 * before the first decision; while that cannot be done, and for all that cannot be read, the image
 * has to be pulled.
 *
 * <p>Thread: the pods' lanes. Owns: whether what was left is settled.
 */
public final class RecordedAccess implements ImageAccess {
  private static final Logger log = LoggerFactory.getLogger(RecordedAccess.class);

  /** For a pull without login: what everybody may have. */
  private static final Credential ANONYMOUS = Credential.ofNode(new Login("", "", ""));

  private enum Result {
    POLICY_ALLOWED("credentialPolicyAllowed"),
    RECORD_FOUND("credentialRecordFound"),
    MUST_AUTHENTICATE("mustAuthenticate"),
    ERROR("error");

    private final String wireName;

    Result(String wireName) {
      this.wireName = wireName;
    }

    boolean allows() {
      return this == POLICY_ALLOWED || this == RECORD_FOUND;
    }
  }

  private final PullRecords records;
  private final VerificationPolicy policy;
  private final CriImages images;
  private final RecordListener listener;
  private volatile boolean settled;

  public RecordedAccess(
      PullRecords records, VerificationPolicy policy, CriImages images, RecordListener listener) {
    this.records = records;
    this.policy = policy;
    this.images = images;
    this.listener = listener;
  }

  @Override
  public void pulling(ImageName name) {
    records.begin(name.written());
  }

  @Override
  public void failed(ImageName name, boolean certain) {
    records.failed(name.written(), certain);
  }

  @Override
  public void pulled(ImageName name, String imageRef, Optional<Credential> used) {
    records.pulled(name.written(), name.repository(), imageRef, used.orElse(ANONYMOUS));
  }

  @Override
  public void absent(ImageName name) {
    records.absent(name.written());
  }

  @Override
  public boolean mayUse(ImageName name, Image image, PodCredentials credentials)
      throws InterruptedException {
    Result result = Result.ERROR;
    try {
      settle();
      result = check(name, image, credentials);
    } catch (JsonTextException e) {
      log.atWarn()
          .addKeyValue("image", name.written())
          .addKeyValue("imageRef", image.getId())
          .addKeyValue("reason", e.text())
          .log("The record of a pulled image cannot be read; it has to be pulled");
    } catch (UncheckedIOException e) {
      log.atError()
          .setCause(e)
          .addKeyValue("image", name.written())
          .log("Failed to read the records of pulled images; the image has to be pulled");
    } finally {
      listener.checked(result.wireName);
    }
    return result.allows();
  }

  /** Two that do it at the same time do no harm. */
  private void settle() {
    if (settled) {
      return;
    }
    try {
      records.reconcile(images.listImages(ListImagesRequest.getDefaultInstance()).getImagesList());
    } catch (CriException e) {
      if (e.kind() == CriException.Kind.CANCELLED) {
        throw e;
      }
      throw new UncheckedIOException(
          "cannot list the images", new IOException(e.upstreamText(), e));
    }
    settled = true;
  }

  private Result check(ImageName name, Image image, PodCredentials credentials)
      throws InterruptedException {
    Optional<PulledRecord> record = records.find(image.getId());
    boolean pulledHere =
        record.isPresent() || records.isBeingPulled(name.written(), ImageNames.of(image));
    if (!policy.verifies(name.repository(), pulledHere)) {
      return Result.POLICY_ALLOWED;
    }
    Access access = record.map(known -> known.of(name.repository())).orElse(Access.NOBODY);
    if (access.isNobody()) {
      return Result.MUST_AUTHENTICATE;
    }
    if (access.allPods()) {
      return Result.RECORD_FOUND;
    }
    Optional<Credential> granting = access.grantedBy(credentials.find(name.normalised()));
    granting
        .filter(access::shouldNote)
        .ifPresent(credential -> records.note(image.getId(), name.repository(), credential));
    return granting.isPresent() ? Result.RECORD_FOUND : Result.MUST_AUTHENTICATE;
  }

  @Override
  public String presentText() {
    return "already present on machine and can be accessed by the pod";
  }
}
