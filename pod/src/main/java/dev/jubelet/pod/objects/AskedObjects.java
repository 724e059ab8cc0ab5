package dev.jubelet.pod.objects;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ObjectKey;

/** Asks for an object each time it is needed and remembers nothing. Thread: any. */
record AskedObjects(ObjectRequests requests) implements UsedObjects {
  @Override
  public void used(ObjectKey key) {
    // Nothing is kept, so nothing begins.
  }

  @Override
  public void unused(ObjectKey key) {
    // Nothing is kept, so nothing ends.
  }

  @Override
  public Sight find(ObjectKey key) {
    try {
      return new Sight.Seen(requests.get(key));
    } catch (ApiException e) {
      return e.kind() == ApiException.Kind.NOT_FOUND
          ? new Sight.Missing()
          : new Sight.Unknown(e.text());
    }
  }

  @Override
  public void close() {
    // Nothing is kept.
  }
}
