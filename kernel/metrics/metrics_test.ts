// Checks that a scraper can read what the server counts, and that the numbers are those that were observed.
import { expect, test } from "bun:test";
import { createMetrics, renderTogether } from "./metrics.ts";

const EDIT = { operation: "doc.edit", host: "app", seconds: 0.02 };

test("requests are counted by operation, host and class of status", async () => {
  const metrics = createMetrics();
  for (const status of [200, 201, 409, 503]) metrics.observeRequest({ ...EDIT, status });
  metrics.observeRequest({ ...EDIT, host: "content", status: 200 });
  const { body } = await metrics.render();
  expect(body).toContain('docsvc_requests_total{operation="doc.edit",host="app",status="2xx"} 2\n');
  expect(body).toContain('docsvc_requests_total{operation="doc.edit",host="app",status="4xx"} 1\n');
  expect(body).toContain('docsvc_requests_total{operation="doc.edit",host="app",status="5xx"} 1\n');
  expect(body).toContain('docsvc_requests_total{operation="doc.edit",host="content",status="2xx"} 1\n');
});

test("the duration of requests falls into the bucket of its size", async () => {
  const metrics = createMetrics();
  metrics.observeRequest({ ...EDIT, status: 200 });
  const { body } = await metrics.render();
  expect(body).toContain('docsvc_request_duration_seconds_bucket{le="0.01",operation="doc.edit",host="app"} 0\n');
  expect(body).toContain('docsvc_request_duration_seconds_bucket{le="0.025",operation="doc.edit",host="app"} 1\n');
});

test("several processes are told as one", async () => {
  const processes = [createMetrics(), createMetrics()];
  for (const metrics of processes) metrics.observeRequest({ ...EDIT, seconds: 0.25, status: 200 });
  processes[0]?.observeRequest({ ...EDIT, seconds: 64, status: 304 });
  const { body } = await renderTogether(await Promise.all(processes.map((metrics) => metrics.snapshot())));
  for (const line of [
    'docsvc_requests_total{operation="doc.edit",host="app",status="2xx"} 2',
    'docsvc_requests_total{operation="doc.edit",host="app",status="3xx"} 1',
    'docsvc_request_duration_seconds_bucket{le="0.25",operation="doc.edit",host="app"} 2',
    'docsvc_request_duration_seconds_bucket{le="+Inf",operation="doc.edit",host="app"} 3',
    'docsvc_request_duration_seconds_count{operation="doc.edit",host="app"} 3',
    'docsvc_request_duration_seconds_sum{operation="doc.edit",host="app"} 64.5',
  ]) {
    expect(body).toContain(`${line}\n`);
  }
});

test("attempts at jobs are counted by how they ended", async () => {
  const metrics = createMetrics();
  metrics.observeJob({ kind: "mail.send", outcome: "retried", seconds: 3 });
  metrics.observeJob({ kind: "mail.send", outcome: "done", seconds: 1 });
  const { body } = await metrics.render();
  expect(body).toContain('docsvc_job_attempts_total{kind="mail.send",outcome="retried"} 1\n');
  expect(body).toContain('docsvc_job_attempts_total{kind="mail.send",outcome="done"} 1\n');
});

test("the queue is read at each scrape, and a kind that has gone leaves no number behind", async () => {
  const metrics = createMetrics();
  metrics.watchQueue(async () => [{ kind: "mail.send", waiting: 4, failed: 1, lag_seconds: 9.5 }]);
  const first = (await metrics.render()).body;
  expect(first).toContain('docsvc_jobs_waiting{kind="mail.send"} 4\n');
  expect(first).toContain('docsvc_jobs_failed{kind="mail.send"} 1\n');
  expect(first).toContain('docsvc_jobs_lag_seconds{kind="mail.send"} 9.5\n');
  metrics.watchQueue(async () => []);
  expect((await metrics.render()).body).not.toContain("mail.send");
});

test("a database that is away does not take the other metrics with it", async () => {
  const metrics = createMetrics();
  metrics.observeRequest({ ...EDIT, status: 200 });
  metrics.watchQueue(() => Promise.reject(new Error("away")));
  expect((await metrics.render()).body).toContain("docsvc_requests_total");
});

test("the answer is OpenMetrics text: its content type, typed families, and the end mark", async () => {
  const { content_type, body } = await createMetrics().render();
  expect(content_type).toBe("application/openmetrics-text; version=1.0.0; charset=utf-8");
  expect(body.endsWith("# EOF\n")).toBe(true);
  expect(body).toContain("# TYPE docsvc_requests counter\n");
});

test("the process is measured by what Bun can tell and by nothing that reads zero or nonsense", async () => {
  const metrics = createMetrics();
  const { body } = await metrics.render();
  for (const name of [
    "process_resident_memory_bytes",
    "process_cpu_seconds_total",
    "nodejs_eventloop_lag_p99_seconds",
  ]) {
    expect(body).toMatch(new RegExp(`^${name} \\d`, "m"));
  }
  expect(body).not.toMatch(/heap|handles|nan/i);
  expect((await metrics.render()).body).toContain("process_resident_memory_bytes");
});
