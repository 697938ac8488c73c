// Counts answered requests and their durations in plain numbers that the registry reads at a scrape:
// the library's own counting costs more than some answers do.
import { Counter, Histogram, type OpenMetricsContentType, type Registry } from "prom-client";

/** One answered request. `operation` is an operation's id, never a path, so that the number of series is bounded. */
export interface ObservedRequest {
  operation: string;
  host: string;
  status: number;
  seconds: number;
}

interface Series {
  labels: { operation: string; host: string };
  /** By class of status: index 2 is 2xx. */
  classes: Float64Array;
  /** Not cumulative; the last is of everything above the bounds. */
  buckets: Float64Array;
  seconds: number;
}

const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const COUNTER = "docsvc_requests";
const DURATION = "docsvc_request_duration_seconds";

/** Adds both metrics to the registry and answers the function that counts. */
export function createRequestTally(registry: Registry<OpenMetricsContentType>): (request: ObservedRequest) => void {
  const hosts = new Map<string, Map<string, Series>>();
  const all = () => [...hosts.values()].flatMap((operations) => [...operations.values()]);
  register(registry, all);

  function openSeries(operation: string, host: string): Series {
    const series: Series = {
      labels: { operation, host },
      classes: new Float64Array(6),
      buckets: new Float64Array(BOUNDS.length + 1),
      seconds: 0,
    };
    const operations = hosts.get(host) ?? new Map<string, Series>();
    hosts.set(host, operations.set(operation, series));
    return series;
  }

  return ({ operation, host, status, seconds }) => {
    const series = hosts.get(host)?.get(operation) ?? openSeries(operation, host);
    add(series.classes, Math.floor(status / 100));
    add(series.buckets, bucketOf(seconds));
    series.seconds += seconds;
  };
}

function add(counts: Float64Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

function bucketOf(seconds: number): number {
  const index = BOUNDS.findIndex((bound) => seconds <= bound);
  return index < 0 ? BOUNDS.length : index;
}

function register(registry: Registry<OpenMetricsContentType>, all: () => Series[]): void {
  const labelNames = ["operation", "host"];
  const counter = {
    name: COUNTER,
    help: "Answered requests by operation, host and class of status.",
    labelNames: [...labelNames, "status"],
  };
  const duration = {
    name: DURATION,
    help: "Time from the request's arrival to the head of its answer.",
    labelNames,
    buckets: BOUNDS,
  };
  const readCounter = async () => ({ ...counter, type: "counter", aggregator: "sum", values: all().flatMap(countsOf) });
  const readDuration = async () => ({
    ...duration,
    type: "histogram",
    aggregator: "sum",
    values: all().flatMap(durationsOf),
  });
  // The registry asks a metric for its values by one of these two, for a snapshot or for text.
  const counted = new Counter({ ...counter, registers: [] });
  const timed = new Histogram({ ...duration, registers: [] });
  registry.registerMetric(Object.assign(counted, { get: readCounter, getForPromString: readCounter }));
  registry.registerMetric(Object.assign(timed, { get: readDuration, getForPromString: readDuration }));
}

function countsOf({ labels, classes }: Series) {
  return [...classes].flatMap((value, index) =>
    value === 0 ? [] : [{ labels: { ...labels, status: `${index}xx` }, value }],
  );
}

function durationsOf({ labels, buckets, seconds }: Series) {
  let below = 0;
  const lines = [...buckets].map((count, index) => {
    below += count;
    return { metricName: `${DURATION}_bucket`, labels: { le: BOUNDS[index] ?? "+Inf", ...labels }, value: below };
  });
  return [
    ...lines,
    { metricName: `${DURATION}_sum`, labels, value: seconds },
    { metricName: `${DURATION}_count`, labels, value: below },
  ];
}
