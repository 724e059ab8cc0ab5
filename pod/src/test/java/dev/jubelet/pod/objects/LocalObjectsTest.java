package dev.jubelet.pod.objects;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.jubelet.pod.model.LocalObject;
import dev.jubelet.pod.model.ObjectKey;
import dev.jubelet.pod.model.ObjectKind;
import dev.jubelet.pod.model.ObjectValues.Lookup;
import dev.jubelet.pod.model.SourceKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalObjectsTest {
  private final LocalObjects objects = new LocalObjects();

  private static LocalObject object(ObjectKind kind, String name, String value) {
    return new LocalObject(
        new ObjectKey(kind, "shop", name), Map.of("text", bytes(value)), Map.of());
  }

  private static LocalObject map(String name, String value) {
    return object(ObjectKind.CONFIG_MAP, name, value);
  }

  private static ByteString bytes(String text) {
    return ByteString.copyFromUtf8(text);
  }

  private static Lookup found(String value) {
    return new Lookup.Found(Map.of("text", bytes(value)));
  }

  @Test
  void anObjectIsFoundByKindNamespaceAndName() {
    objects.replace(
        SourceKind.FILE, List.of(map("x", "map"), object(ObjectKind.SECRET, "x", "secret")));

    assertThat(objects.configMap("shop", "x")).isEqualTo(found("map"));
    assertThat(objects.secret("shop", "x")).isEqualTo(found("secret"));
    assertThat(objects.configMap("default", "x")).isEqualTo(new Lookup.Absent());
  }

  @Test
  void binaryDataIsForFilesOnly() {
    LocalObject both =
        new LocalObject(
            map("x", "").key(), Map.of("text", bytes("t")), Map.of("bytes", bytes("b")));
    objects.replace(SourceKind.FILE, List.of(both));

    assertThat(objects.configMapText("shop", "x")).isEqualTo(found("t"));
    assertThat(objects.configMap("shop", "x"))
        .isEqualTo(new Lookup.Found(Map.of("text", bytes("t"), "bytes", bytes("b"))));
  }

  @Test
  void aSnapshotTellsWhatCameWentAndChanged() {
    objects.replace(
        SourceKind.FILE, List.of(map("same", "1"), map("other", "1"), map("gone", "1")));

    assertThat(
            objects.replace(
                SourceKind.FILE, List.of(map("same", "1"), map("other", "2"), map("new", "1"))))
        .extracting(ObjectKey::name)
        .containsExactlyInAnyOrder("other", "gone", "new");
    assertThat(objects.configMap("shop", "gone")).isEqualTo(new Lookup.Absent());
  }

  @Test
  void aFileOutranksAUrlWhicheverCameFirst() {
    objects.replace(SourceKind.HTTP, List.of(map("x", "url")));
    assertThat(objects.replace(SourceKind.FILE, List.of(map("x", "file")))).hasSize(1);
    assertThat(objects.configMap("shop", "x")).isEqualTo(found("file"));

    assertThat(objects.replace(SourceKind.HTTP, List.of(map("x", "newer")))).isEmpty();
    assertThat(objects.replace(SourceKind.FILE, List.of())).hasSize(1);
    assertThat(objects.configMap("shop", "x")).isEqualTo(found("newer"));
  }
}
