package dev.jubelet.pod.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EntryJsonTest {
  private static final String NAME = "uid-web";
  private final EntryJson json = new EntryJson(KubernetesJson.mapper());

  @Property(tries = 50)
  void valuesOfAnyBytesComeBack(@ForAll String key, @ForAll @Size(max = 500) byte[] value) {
    PodFacts facts =
        new PodFacts(
            Map.of(
                Journals.PASSWORD,
                Optional.of(
                    new Lookup.Found(
                        Map.of(key, ByteString.copyFrom(value)), "uid-1", "example.com/type"))),
            Map.of(),
            Map.of(),
            Map.of(),
            ClaimFacts.NONE);
    EntryJson.Dated dated =
        new EntryJson.Dated(
            new JournalEntry(Journals.pod("web"), Journals.NOW, facts), Journals.NOW);
    assertThat(json.read(NAME, json.write(dated)).entry().facts()).isEqualTo(facts);
  }

  @Test
  void claimsAndTheirVolumesComeBack() {
    PersistentVolumeClaim claim = Journals.claim("shop", "stock", "shelf");
    ClaimFacts claims =
        new ClaimFacts(
            Map.of(ClaimFacts.Name.of(claim), claim), Map.of("shelf", Journals.volume("shelf")));
    PodFacts facts = new PodFacts(Map.of(), Map.of(), Map.of(), Map.of(), claims);
    EntryJson.Dated dated =
        new EntryJson.Dated(
            new JournalEntry(Journals.claiming("web"), Journals.NOW, facts), Journals.NOW);

    assertThat(json.read(NAME, json.write(dated)).entry().facts()).isEqualTo(facts);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "[]",
        "{}",
        "{'pod': null}",
        "{'pod': {'metadata': {'uid': 'uid-web'}}}",
        "{'pod': 'text', 'written': 'x'}",
        "{'pod': POD}",
        "{'pod': POD, 'written': 'x', 'accepted': '2026-01-01T00:00:00Z'}",
        "{'pod': POD, 'objects': [{'facet': 'OTHER'}]}",
        "{'pod': POD, 'objects': [{'facet': 'SECRET', 'values': {'a': 7}}]}",
        "{'pod': POD, 'objects': [{'facet': 'SECRET', 'values': {'a': '???'}}]}",
        "{'pod': POD, 'tokens': [{'expires': 'never'}]}",
        "{'pod': POD, 'claims': [{'metadata': {'name': 'stock'}}]}",
      })
  void contentThatIsNoEntryIsSaidToBeUnreadable(String text) {
    String pod = "{'metadata': {'uid': 'uid-web', 'name': 'web', 'namespace': 'shop'}, 'spec': {}}";
    byte[] content = text.replace("POD", pod).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> json.read(NAME, content))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(NAME);
  }
}
