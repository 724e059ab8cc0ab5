package dev.jubelet.pod.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.model.ObjectKey;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectReferencesTest {
  private static Set<ObjectKey> of(String spec) throws JsonProcessingException {
    String text = "{'metadata':{'name':'web','namespace':'shop'},'spec':{" + spec + "}}";
    return ObjectReferences.of(new ObjectMapper().readValue(text.replace('\'', '"'), Pod.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'imagePullSecrets':[{'name':'x'}] | Secret shop/x",
        "'containers':[{'envFrom':[{'configMapRef':{'name':'x'}}]}] | ConfigMap shop/x",
        "'initContainers':[{'envFrom':[{'secretRef':{'name':'x','optional':true}}]}]"
            + "| Secret shop/x",
        "'containers':[{'env':[{'name':'A'},{'valueFrom':{'configMapKeyRef':{'name':'x'}}}]}]"
            + "| ConfigMap shop/x",
        "'containers':[{'env':[{'valueFrom':{'secretKeyRef':{'name':'x'}}}]}] | Secret shop/x",
        "'volumes':[{'name':'v','configMap':{'name':'x'}}] | ConfigMap shop/x",
        "'volumes':[{'name':'v','secret':{'secretName':'x'}}] | Secret shop/x",
        "'volumes':[{'projected':{'sources':[{'configMap':{'name':'x'}}]}}] | ConfigMap shop/x",
        "'volumes':[{'projected':{'sources':[{'secret':{'name':'x'}}]}}] | Secret shop/x"
      })
  void everyPlaceThatNamesAnObjectIsKnown(String spec, String key) throws JsonProcessingException {
    assertThat(of(spec)).extracting(ObjectKey::toString).containsExactly(key);
  }

  @Test
  void aPodThatNamesNoneUsesNone() throws JsonProcessingException {
    assertThat(
            of(
                "'containers':[{'env':[{'name':'A','value':'b'},{'valueFrom':{'fieldRef':{}}}]}],"
                    + "'volumes':[{'emptyDir':{}}],'imagePullSecrets':[{}]"))
        .isEmpty();
  }
}
