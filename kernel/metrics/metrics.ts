// What the server counts about itself, for a Prometheus that scrapes it in the OpenMetrics text format.
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type OpenMetricsContentType,
  openMetricsContentType,
  Registry,
} from "prom-client";
import type { JobRun } from "../jobs/job_attempt.ts";
import type { QueueHealth } from "../jobs/job_queue.ts";
import { createRequestTally, type ObservedRequest } from "./request_tally.ts";

export interface Metrics {
  observeRequest(request: ObservedRequest): void;
  observeJob(run: JobRun): void;
  /** Reads the queue at each scrape; without an answer, the scrape has the rest. */
  watchQueue(read: () => Promise<QueueHealth[]>): void;
  /** All metrics of this process; `content_type` is that of OpenMetrics 1.0. */
  render(): Promise<RenderedMetrics>;
  /** All metrics of this process as plain data, for `renderTogether`. */
  snapshot(): Promise<object[]>;
}

export interface RenderedMetrics {
  content_type: string;
  body: string;
}

/** Those of prom-client's defaults that tell the truth under Bun; its heap, handle and garbage metrics are V8's and read zero. */
const PROCESS_METRICS = /^(process_(cpu_|start_time|resident|open_fds|max_fds)|nodejs_eventloop_lag_(seconds|max|p\d))/;
const JOB_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

type OpenRegistry = Registry<OpenMetricsContentType>;

/** Makes an empty set of metrics; the process is measured from the first scrape on. */
export function createMetrics(): Metrics {
  const registry: OpenRegistry = new Registry<OpenMetricsContentType>();
  registry.setContentType(openMetricsContentType);
  const observeRequest = createRequestTally(registry);
  const observeJob = createJobObserver(registry);
  const queue = createQueueGauges(registry);
  let readQueue: () => Promise<QueueHealth[]> = async () => [];
  let isProcessMeasured = false;

  async function bringUpToDate(): Promise<void> {
    // A server that nobody scrapes should not carry the event loop's probe.
    if (!isProcessMeasured) measureProcess(registry);
    isProcessMeasured = true;
    queue.set(await readQueue().catch(() => []));
  }

  return {
    observeRequest,
    observeJob,
    watchQueue: (read) => {
      readQueue = read;
    },
    async render() {
      await bringUpToDate();
      return { content_type: registry.contentType, body: await registry.metrics() };
    },
    async snapshot() {
      await bringUpToDate();
      // OpenMetrics puts the ending of a counter behind its values, which the library forgets for metrics put together.
      return (await registry.getMetricsAsJSON()).map((one) => ({ ...one, name: one.name.replace(/_total$/, "") }));
    },
  };
}

/** The snapshots of several processes as one: counts are added up, the queue that all of them share is told once. */
export async function renderTogether(snapshots: readonly object[][]): Promise<RenderedMetrics> {
  const registry = AggregatorRegistry.aggregate<OpenMetricsContentType>([...snapshots]);
  registry.setContentType(openMetricsContentType);
  return { content_type: registry.contentType, body: await registry.metrics() };
}

function createJobObserver(registry: OpenRegistry): Metrics["observeJob"] {
  const registers = [registry];
  const attempts = new Counter({
    name: "docsvc_job_attempts",
    help: "Attempts at jobs by kind and by how they ended: done, retried or failed for good.",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const seconds = new Histogram({
    name: "docsvc_job_duration_seconds",
    help: "Time of one attempt at a job.",
    labelNames: ["kind"],
    buckets: JOB_SECONDS,
    registers,
  });
  return ({ kind, outcome, seconds: taken }) => {
    attempts.inc({ kind, outcome });
    seconds.observe({ kind }, taken);
  };
}

function createQueueGauges(registry: OpenRegistry) {
  const labelNames = ["kind"] as const;
  // Every process of a server reads the same queue.
  const aggregator = "max";
  const registers = [registry];
  const waiting = new Gauge({
    name: "docsvc_jobs_waiting",
    help: "Jobs that are due and not running.",
    labelNames,
    aggregator,
    registers,
  });
  const failed = new Gauge({
    name: "docsvc_jobs_failed",
    help: "Jobs that failed for good.",
    labelNames,
    aggregator,
    registers,
  });
  const lag = new Gauge({
    name: "docsvc_jobs_lag_seconds",
    help: "Age of the oldest job that is due and not running.",
    labelNames,
    aggregator,
    registers,
  });
  return {
    set(queues: readonly QueueHealth[]): void {
      for (const gauge of [waiting, failed, lag]) gauge.reset();
      for (const { kind, ...health } of queues) {
        waiting.set({ kind }, health.waiting);
        failed.set({ kind }, health.failed);
        lag.set({ kind }, health.lag_seconds);
      }
    },
  };
}

function measureProcess(registry: OpenRegistry): void {
  const own = new Set(registry.getMetricsAsArray().map((metric) => metric.name));
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) {
    if (!own.has(name) && !PROCESS_METRICS.test(name)) registry.removeSingleMetric(name);
  }
}
