package dev.jubelet.app.metric;

import dev.jubelet.base.Timers;
import dev.jubelet.base.metric.MetricRegistry;
import dev.jubelet.base.trace.Tracer;
import dev.jubelet.server.metric.AccessMeter;
import dev.jubelet.server.metric.HealthSlis;
import dev.jubelet.server.metric.HttpMeter;
import dev.jubelet.server.metric.RegisteredMetrics;
import dev.jubelet.server.podresources.PodResourcesMeter;

/**
 * All meters with the pages on which their numbers are shown, and the tracer. Made before anything
 * that is metered.
 *
 * <p>Thread: any. Owns: the registries.
 */
public final class Meters {
  public final MetricRegistry main = new MetricRegistry();
  public final MetricRegistry probePage = new MetricRegistry();
  public final MetricRegistry sliPage = new MetricRegistry();

  public final CriMeter cri;
  public final ApiMeter api = new ApiMeter(main);
  public final PodMeter pods;
  public final WatchMeter watch;
  public final PullMeter pulls;
  public final StorageMeter storage;
  public final OrphanMeter orphans = new OrphanMeter(main);
  public final EvictionMeter evictions = new EvictionMeter(main);
  public final ImageMeter images = new ImageMeter(main);
  public final OomMeter ooms = new OomMeter(main);
  public final CollectionMeter collections = new CollectionMeter(main);
  public final RotationMeter rotations;
  public final CgroupMeter cgroups = new CgroupMeter(main);
  public final HookMeter hooks = new HookMeter(main);
  public final StatusMeter statuses = new StatusMeter(main);
  public final ProbeMeter probes = new ProbeMeter(probePage);
  public final HealthSlis health = new HealthSlis(sliPage);
  public final HttpMeter http;
  public final AccessMeter access;
  public final PodResourcesMeter podResources = new PodResourcesMeter(main);

  public final Tracer tracer;

  /** Without traces. */
  public Meters(Timers timers) {
    this(timers, Tracer.OFF);
  }

  public Meters(Timers timers, Tracer tracer) {
    this.tracer = tracer;
    cri = new CriMeter(main, timers);
    pods = new PodMeter(main, orphans, timers);
    watch = new WatchMeter(main, timers);
    pulls = new PullMeter(main);
    storage = new StorageMeter(main);
    rotations = new RotationMeter(main, timers);
    http = new HttpMeter(main, timers);
    access = new AccessMeter(main, timers);
    RegisteredMetrics.addTo(main);
  }
}
