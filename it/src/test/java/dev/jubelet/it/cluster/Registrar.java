package dev.jubelet.it.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import dev.jubelet.base.tls.Pem;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.testing.lab.ControlPlane;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Optional;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;

/**
 * An administrator who decides on certificate requests himself and signs for any time, where no
 * controllers do: certificates that are due for renewal the moment they are issued need no waiting.
 *
 * <p>Thread: the test's.
 */
public final class Registrar {
  private final ControlPlane plane;
  private final X509Certificate authority;
  private final PrivateKey key;

  /** What somebody asks for. */
  record Request(String name, String signer, PKCS10CertificationRequest content) {}

  public Registrar(ControlPlane plane) {
    this.plane = plane;
    Path pki = plane.directory().resolve("pki");
    this.authority = Pem.read(pki.resolve("ca.crt")).certificates().getFirst();
    this.key = Pem.read(pki.resolve("ca.key")).privateKey();
  }

  /** A request to that signer on which nobody has decided. */
  Optional<Request> pending(String signer) {
    try {
      JsonNode all = KubernetesJson.mapper().readTree(plane.kubectl("get", "csr", "-o", "json"));
      for (JsonNode each : all.path("items")) {
        if (each.at("/spec/signerName").asText().equals(signer)
            && each.at("/status/certificate").isMissingNode()) {
          return Optional.of(request(each));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Request request(JsonNode object) throws IOException {
    String pem =
        new String(
            Base64.getDecoder().decode(object.at("/spec/request").asText()),
            StandardCharsets.US_ASCII);
    String body = pem.replaceAll("-----[A-Z ]+-----", "");
    return new Request(
        object.at("/metadata/name").asText(),
        object.at("/spec/signerName").asText(),
        new PKCS10CertificationRequest(Base64.getMimeDecoder().decode(body)));
  }

  /** Approves and issues; returns the serial number. */
  BigInteger issue(Request request, Instant start, Instant end) {
    KeyPurposeId purpose =
        request.signer().endsWith("serving")
            ? KeyPurposeId.id_kp_serverAuth
            : KeyPurposeId.id_kp_clientAuth;
    PKCS10CertificationRequest content = request.content();
    Optional<Extension> names =
        Optional.ofNullable(content.getRequestedExtensions())
            .map(asked -> asked.getExtension(Extension.subjectAlternativeName));
    BigInteger serial = new BigInteger(64, new SecureRandom());
    String pem =
        sign(
            content.getSubject(),
            content.getSubjectPublicKeyInfo(),
            purpose,
            names,
            new Validity(serial, start, end));
    plane.kubectl("certificate", "approve", request.name());
    plane.kubectl(
        "patch",
        "csr",
        request.name(),
        "--subresource=status",
        "--type=merge",
        "-p",
        "{\"status\":{\"certificate\":\"%s\"}}"
            .formatted(
                Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII))));
    return serial;
  }

  /** A node's client certificate that nobody asked for, in PEM. */
  public String clientCertificate(String node, KeyPair keys, Instant start, Instant end) {
    PublicKey own = keys.getPublic();
    return sign(
        new X500Name("O=system:nodes,CN=system:node:" + node),
        SubjectPublicKeyInfo.getInstance(own.getEncoded()),
        KeyPurposeId.id_kp_clientAuth,
        Optional.empty(),
        new Validity(BigInteger.TEN, start, end));
  }

  /** The certificate of a pod that asks without words, in PEM. */
  String podCertificate(PKCS10CertificationRequest stub, String name, Instant start, Instant end) {
    return sign(
        new X500Name("CN=" + name),
        stub.getSubjectPublicKeyInfo(),
        KeyPurposeId.id_kp_clientAuth,
        Optional.empty(),
        new Validity(new BigInteger(64, new SecureRandom()), start, end));
  }

  private record Validity(BigInteger serial, Instant start, Instant end) {}

  private String sign(
      X500Name subject,
      SubjectPublicKeyInfo of,
      KeyPurposeId purpose,
      Optional<Extension> names,
      Validity validity) {
    try {
      X509v3CertificateBuilder builder =
          new X509v3CertificateBuilder(
                  X500Name.getInstance(authority.getSubjectX500Principal().getEncoded()),
                  validity.serial(),
                  Date.from(validity.start()),
                  Date.from(validity.end()),
                  subject,
                  of)
              .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
      if (names.isPresent()) {
        builder.addExtension(names.get());
      }
      byte[] signed =
          builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)).getEncoded();
      String body = Base64.getMimeEncoder().encodeToString(signed);
      return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    } catch (IOException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }
}
