package dev.jubelet.benchmark.peer;

/** Values of the same kind, of which each turn of a contender adds some. */
enum Series {
  NODE_READY,
  NODE_READY_CPU,
  FIRST_POD,
  COLD_POD,
  COLD_CPU,
  WARM_POD,
  WARM_CPU,
  DEATH,
  DELETED_ONE,
  DELETED_FEW,
  DELETED_FEW_CPU,
  CROWD_FIRST,
  CROWD_HALF,
  CROWD_ALL,
  CROWD_CPU,
  DELETED_CROWD,
  DELETED_CROWD_CPU,
  EMPTY_IDLE_CPU,
  EMPTY_RSS,
  CROWD_IDLE_CPU,
  CROWD_RSS
}
