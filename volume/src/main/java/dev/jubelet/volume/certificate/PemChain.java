package dev.jubelet.volume.certificate;

import dev.jubelet.edge.apiserver.certificate.PemText;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Certificates as a signer wrote them, without what it wrote around them. Pure. */
final class PemChain {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN [A-Z0-9 ]+-----\\R(.*?)-----END [A-Z0-9 ]+-----", Pattern.DOTALL);

  private PemChain() {}

  static String cleaned(String chain) {
    StringBuilder out = new StringBuilder();
    Matcher block = BLOCK.matcher(chain);
    while (block.find()) {
      String body =
          block.group(1).lines().filter(line -> !line.contains(":")).collect(Collectors.joining());
      out.append(PemText.of("CERTIFICATE", Base64.getMimeDecoder().decode(body)));
    }
    return out.toString();
  }
}
