package dev.jubelet.image.plugin;

import dev.jubelet.image.credential.CredentialException;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;

/** Service accounts of pods, and tokens of them. All throw {@link CredentialException}. */
public interface ServiceAccounts {

  /** A service account as the API server has it now. */
  record Account(String uid, Map<String, String> annotations) {}

  /** Asks the API server each time. */
  Account account(String namespace, String name);

  /** A token of the account with this UID for the pod; may be one that was given before. */
  String token(Pod pod, String accountUid, String audience);

  /** On a node without an API server. */
  ServiceAccounts NONE =
      new ServiceAccounts() {
        @Override
        public Account account(String namespace, String name) {
          throw new CredentialException(
              "cannot get ServiceAccounts when kubelet is in standalone mode");
        }

        @Override
        public String token(Pod pod, String accountUid, String audience) {
          throw new CredentialException(
              "cannot get tokens of ServiceAccounts when kubelet is in standalone mode");
        }
      };
}
