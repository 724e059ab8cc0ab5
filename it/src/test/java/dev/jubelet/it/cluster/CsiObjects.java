package dev.jubelet.it.cluster;

import dev.jubelet.testing.node.TestNode;
import java.nio.file.Path;

/** Manifests of drivers, volumes and claims. */
final class CsiObjects {
  private CsiObjects() {}

  static String driver(String name, boolean attachRequired) {
    return """
        apiVersion: storage.k8s.io/v1
        kind: CSIDriver
        metadata: {name: %s}
        spec:
          attachRequired: %s
          podInfoOnMount: true
          volumeLifecycleModes: [Persistent, Ephemeral]
        """
        .formatted(name, attachRequired);
  }

  /** A volume that waits for the claim of its name. */
  static String volume(String name, String driver) {
    return """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %1$s}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          persistentVolumeReclaimPolicy: Retain
          storageClassName: ""
          claimRef: {namespace: default, name: %1$s}
          csi: {driver: %2$s, volumeHandle: %1$s}
        """
        .formatted(name, driver);
  }

  /** The same of a directory of the node, without a driver. */
  static String localVolume(String name, Path path) {
    return """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %1$s}
        spec:
          capacity: {storage: 1Gi}
          accessModes: [ReadWriteOnce]
          persistentVolumeReclaimPolicy: Retain
          storageClassName: ""
          claimRef: {namespace: default, name: %1$s}
          local: {path: %2$s}
          nodeAffinity:
            required:
              nodeSelectorTerms:
              - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [%3$s]}]
        """
        .formatted(name, path, TestNode.NODE_NAME);
  }

  /** The same for pods that want a device. */
  static String blockVolume(String name, String driver) {
    return volume(name, driver) + "  volumeMode: Block\n";
  }

  static String blockClaim(String name) {
    return claim(name) + "  volumeMode: Block\n";
  }

  static String claim(String name) {
    return """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %1$s}
        spec:
          storageClassName: ""
          volumeName: %1$s
          accessModes: [ReadWriteOnce]
          resources: {requests: {storage: 1Gi}}
        """
        .formatted(name);
  }
}
