package dev.jubelet.base.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteOrderTest {
  private static final String AES = "TLS_AES_256_GCM_SHA384";
  private static final String CHACHA = "TLS_CHACHA20_POLY1305_SHA256";
  private static final String OLDER = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";

  @ParameterizedTest
  @CsvSource({
    "'mixed mode, sharing', fpu aes avx, true",
    "'mixed mode, emulated-client, sharing', fpu aes avx, false",
    "'mixed mode, sharing', fpu vaes avx, false",
    "'mixed mode, sharing', '', false"
  })
  void aesIsFastWithTheProcessorsHelpAndTheSecondCompiler(
      String jvm, String features, boolean fast) {
    assertThat(SuiteOrder.of(jvm, List.of(features.split(" ", -1))).aesIsFast()).isEqualTo(fast);
  }

  @Test
  void withoutFastAesTheOtherCipherGoesFirst() {
    SSLParameters parameters = new SSLParameters(new String[] {AES, OLDER, CHACHA});

    new SuiteOrder(false).applyTo(parameters);

    assertThat(parameters.getCipherSuites()).containsExactly(CHACHA, AES, OLDER);
  }

  @Test
  void withFastAesTheOrderStays() {
    SSLParameters parameters = new SSLParameters(new String[] {OLDER, CHACHA, AES});

    new SuiteOrder(true).applyTo(parameters);

    assertThat(parameters.getCipherSuites()).containsExactly(OLDER, CHACHA, AES);
  }

  @ParameterizedTest
  @CsvSource({
    "'processor\t: 0\nflags\t\t: fpu aes\nprocessor\t: 1\nflags\t\t: fpu\n'",
    "'processor\t: 0\nFeatures\t: fpu aes\n'"
  })
  void featuresAreThoseOfTheFirstProcessor(String text, @TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("cpuinfo"), text);

    assertThat(SuiteOrder.features(file)).containsExactly("fpu", "aes");
  }

  @Test
  void aProcessorThatNobodyDescribesHasNoFeatures(@TempDir Path directory) {
    assertThat(SuiteOrder.features(directory.resolve("none"))).isEmpty();
  }
}
