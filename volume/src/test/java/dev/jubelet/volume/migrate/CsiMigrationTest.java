package dev.jubelet.volume.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.jubelet.pod.manifest.KubernetesJson;
import dev.jubelet.volume.disk.VolumeException;
import dev.jubelet.volume.plugin.VolumeSpec;
import io.fabric8.kubernetes.api.model.CSIPersistentVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsiMigrationTest {
  private static final ObjectMapper JSON = KubernetesJson.mapper();
  private static final Pod POD =
      new PodBuilder().withNewMetadata().withNamespace("shop").endMetadata().build();
  private static final Volume CLAIM =
      new VolumeBuilder().withName("data").withNewPersistentVolumeClaim("claim", false).build();

  /** Single quotes stand for double ones. */
  private static <T> T read(String text, Class<T> type) {
    try {
      return JSON.readValue(text.replace('\'', '"'), type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static PersistentVolume persistent(String metadata, String spec) {
    PersistentVolume volume =
        read("{'metadata':{%s},'spec':{%s}}".formatted(metadata, spec), PersistentVolume.class);
    VolumeSpec.Bound bound = new VolumeSpec.Bound(volume, new PersistentVolumeClaim());
    return translated(new VolumeSpec(CLAIM, Optional.of(bound)));
  }

  private static PersistentVolume inline(String source) {
    return translated(
        VolumeSpec.inline(read("{'name':'data',%s}".formatted(source), Volume.class)));
  }

  private static PersistentVolume translated(VolumeSpec spec) {
    VolumeSpec seen = CsiMigration.translated(POD, spec);
    assertThat(seen.migrated()).isTrue();
    return seen.bound().orElseThrow().volume();
  }

  private static String words(CSIPersistentVolumeSource csi) {
    return "%s %s %s %s"
        .formatted(
            csi.getDriver(), csi.getVolumeHandle(), csi.getFsType(), csi.getVolumeAttributes());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'awsElasticBlockStore':{'volumeID':'aws://z1/vol-1','fsType':'ext4','partition':2}"
            + "|ebs.csi.aws.com vol-1 ext4 {partition=2}",
        "'awsElasticBlockStore':{'volumeID':'vol-2'}|ebs.csi.aws.com vol-2 null {partition=0}",
        "'gcePersistentDisk':{'pdName':'d','fsType':'xfs'}"
            + "|pd.csi.storage.gke.io projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d xfs"
            + " {partition=}",
        "'cinder':{'volumeID':'c','fsType':'ext4'}|cinder.csi.openstack.org c ext4 {}",
        "'vsphereVolume':{'volumePath':'[ds] a.vmdk','storagePolicyName':'gold'}"
            + "|csi.vsphere.vmware.com [ds] a.vmdk null {storagepolicyname=gold}",
        "'portworxVolume':{'volumeID':'p','fsType':'ext4'}|pxd.portworx.com p ext4 {}",
        "'azureDisk':{'diskName':'n','diskURI':'/sub/d','kind':'managed'}"
            + "|disk.csi.azure.com /sub/d null {kind=Managed}"
      })
  void oldKindsAreVolumesOfDriversInPodsAndBehindClaims(String source, String csi) {
    assertThat(words(persistent("'name':'pv'", source).getSpec().getCsi())).isEqualTo(csi);
    assertThat(words(inline(source).getSpec().getCsi())).isEqualTo(csi);
  }

  @Test
  void aVolumeInThePodIsNamedAfterItsDisk() {
    assertThat(inline("'cinder':{'volumeID':'c'}").getMetadata().getName())
        .isEqualTo("cinder.csi.openstack.org-c");
    assertThat(inline("'gcePersistentDisk':{'pdName':'d','readOnly':true}").getSpec())
        .satisfies(spec -> assertThat(spec.getAccessModes()).containsExactly("ReadOnlyMany"))
        .satisfies(spec -> assertThat(spec.getCsi().getReadOnly()).isTrue());
  }

  @ParameterizedTest
  @CsvSource({
    "us-central1-a,zones/us-central1-a",
    "us-central1-a__us-central1-b,regions/us-central1",
    "'',zones/UNSPECIFIED"
  })
  void aDiskOfGoogleIsWhereItsLabelsSay(String zones, String place) {
    String labels = "'labels':{'topology.kubernetes.io/zone':'%s'}".formatted(zones);
    assertThat(
            persistent(labels, "'gcePersistentDisk':{'pdName':'d'}")
                .getSpec()
                .getCsi()
                .getVolumeHandle())
        .isEqualTo("projects/UNSPECIFIED/" + place + "/disks/d");
  }

  @Test
  void modesThatNobodyCheckedOnceAreMadeSound() {
    assertThat(
            persistent("", "'accessModes':['ReadWriteMany'],'gcePersistentDisk':{'pdName':'d'}")
                .getSpec()
                .getAccessModes())
        .containsExactly("ReadWriteOnce");
  }

  @Test
  void aShareOfAzureHasItsSecret() {
    CSIPersistentVolumeSource csi =
        persistent(
                "'name':'pv','annotations':{'kubernetes.io/azure-file-resource-group':'rg'}",
                "'claimRef':{'namespace':'shop'},'azureFile':{'shareName':'s',"
                    + "'secretName':'azure-storage-account-acme-secret'}")
            .getSpec()
            .getCsi();
    assertThat(words(csi)).isEqualTo("file.csi.azure.com rg#acme#s#pv#shop null {sharename=s}");
    assertThat(csi.getNodeStageSecretRef().getNamespace()).isEqualTo("shop");
    assertThat(
            inline("'azureFile':{'shareName':'s','secretName':'odd'}")
                .getSpec()
                .getCsi()
                .getVolumeHandle())
        .isEqualTo("#odd#s#data#shop");
  }

  @Test
  void aVolumeOfPortworxMayHaveASecret() {
    CSIPersistentVolumeSource csi =
        persistent(
                "'annotations':{'openstorage.io/auth-secret-name':'n',"
                    + "'openstorage.io/auth-secret-namespace':'ns'}",
                "'portworxVolume':{'volumeID':'p'}")
            .getSpec()
            .getCsi();
    assertThat(csi.getNodePublishSecretRef().getName()).isEqualTo("n");
    assertThat(csi.getNodePublishSecretRef().getNamespace()).isEqualTo("ns");
  }

  @Test
  void whatNoDriverCanBeAskedForIsRefused() {
    assertThatThrownBy(() -> inline("'awsElasticBlockStore':{'volumeID':'aws://z1/disk'}"))
        .isInstanceOf(VolumeException.class)
        .hasMessage("volumeID aws://z1/disk is not of the form aws://ZONE/vol-ID");
    assertThatThrownBy(() -> inline("'azureDisk':{'diskURI':'x','kind':'Dedicated'}"))
        .hasMessage("kind(Dedicated) is not supported in csi migration");
  }

  @Test
  void allOthersStayWhatTheyAre() {
    VolumeSpec spec = VolumeSpec.inline(new VolumeBuilder().withName("data").build());
    assertThat(CsiMigration.translated(POD, spec)).isSameAs(spec);
  }
}
