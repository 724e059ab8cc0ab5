package dev.jubelet.volume.projection;

import com.google.protobuf.ByteString;
import dev.jubelet.base.tls.Pem;
import dev.jubelet.base.tls.TlsException;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.projection.TrustBundles.Bundle;
import io.fabric8.kubernetes.api.model.ClusterTrustBundleProjection;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The file that trust bundles become: each certificate once, in the order of their digests. That
 * order says nothing, so nobody can come to rely on it, and it changes only when the certificates
 * do, so the file is not written anew without need.
 *
 * <p>Thread: any.
 */
record TrustFiles(TrustBundles bundles) {
  private static final int LINE = 64;

  Map<String, PayloadFile> of(Pod pod, ClusterTrustBundleProjection source, int mode) {
    boolean optional = Boolean.TRUE.equals(source.getOptional());
    SortedMap<String, byte[]> certificates = new TreeMap<>();
    for (Bundle bundle : chosen(source, optional)) {
      certificatesOf(bundle).forEach(certificate -> put(certificates, certificate));
    }
    StringBuilder text = new StringBuilder();
    certificates.values().forEach(certificate -> append(text, certificate));
    return Map.of(
        source.getPath(),
        TokenFiles.privateTo(pod, ByteString.copyFromUtf8(text.toString()), mode));
  }

  private List<Bundle> chosen(ClusterTrustBundleProjection source, boolean optional) {
    String name = source.getName();
    if (name != null) {
      List<Bundle> named = bundles.all().stream().filter(b -> b.name().equals(name)).toList();
      if (named.isEmpty() && !optional) {
        throw new VolumeException(
            "clustertrustbundle.certificates.k8s.io \"" + name + "\" not found");
      }
      return named;
    }
    if (source.getSignerName() == null) {
      throw new VolumeException(
          "ClusterTrustBundle projection requires either name or signerName to be set");
    }
    List<Bundle> matching =
        bundles.all().stream()
            .filter(b -> b.signerName().equals(source.getSignerName()))
            .filter(b -> LabelSelectors.matches(source.getLabelSelector(), b.labels()))
            .toList();
    if (matching.isEmpty() && !optional) {
      throw new VolumeException(
          "combination of signerName and labelSelector matched zero ClusterTrustBundles");
    }
    return matching;
  }

  private static List<X509Certificate> certificatesOf(Bundle bundle) {
    try {
      return Pem.parse("ClusterTrustBundle " + bundle.name(), bundle.pem()).certificates();
    } catch (TlsException e) {
      throw new VolumeException("cannot use a trust bundle", e);
    }
  }

  private static void put(Map<String, byte[]> certificates, X509Certificate certificate) {
    try {
      byte[] content = certificate.getEncoded();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
      certificates.put(HexFormat.of().formatHex(digest), content);
    } catch (CertificateEncodingException | NoSuchAlgorithmException e) {
      throw new IllegalStateException("a certificate that was read has its bytes", e);
    }
  }

  private static void append(StringBuilder text, byte[] certificate) {
    byte[] end = "\n".getBytes(StandardCharsets.US_ASCII);
    text.append("-----BEGIN CERTIFICATE-----\n")
        .append(Base64.getMimeEncoder(LINE, end).encodeToString(certificate))
        .append("\n-----END CERTIFICATE-----\n");
  }
}
