package dev.jubelet.pod.objects;

import dev.jubelet.edge.apiserver.ApiException;
import dev.jubelet.pod.model.ObjectKey;

/** Asks for an object each time it is needed and remembers nothing. Thread: any. */
record FetchedObjects(ObjectRequests requests) implements UsedObjects {
  @Override
  public void used(ObjectKey key) {
    // Nothing is kept, so nothing begins.
  }

  @Override
  public void unused(ObjectKey key) {
    // Nothing is kept, so nothing ends.
  }

  @Override
  public State find(ObjectKey key) {
    try {
      return new State.Seen(requests.get(key));
    } catch (ApiException e) {
      return e.kind() == ApiException.Kind.NOT_FOUND
          ? new State.Missing()
          : new State.Unknown(e.text());
    }
  }

  @Override
  public void close() {
    // Nothing is kept.
  }
}
