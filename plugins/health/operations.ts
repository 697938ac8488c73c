// The probes: alive, ready, and whom to write to about security (RFC 9116).
import { anyone, DAY_MS, later, type Runtime, t } from "../../kernel/plugin.ts";
import { senderAddress } from "../../kernel/ports/base.ts";
import { demandWritable } from "../../kernel/ports/db.ts";
import { operation } from "../operation.ts";

export const status = operation({
  id: "health.status",
  route: "GET /healthz",
  host: "both",
  summary: "Tell that the server answers",
  output: t.Object({ status: t.Literal("ok") }),
  anonymous: true,
  permit: anyone(),
  run: () => ({ status: "ok" as const }),
});

export const live = operation({
  id: "health.live",
  route: "GET /livez",
  host: "both",
  summary: "Tell that the process runs",
  output: t.Object({ status: t.Literal("ok") }),
  anonymous: true,
  permit: anyone(),
  run: () => ({ status: "ok" as const }),
});

const Check = t.Object({ ok: t.Boolean(), detail: t.Optional(t.String()) });

const Readiness = t.Object(
  { status: t.OneOf(["ok", "degraded"]), checks: t.Record(t.String(), Check) },
  { $id: "Readiness" },
);

export const ready = operation({
  id: "health.ready",
  route: "GET /readyz",
  host: "both",
  summary: "Tell whether everything the server leans on answers",
  description:
    "503 when a dependency is away or takes no writes. Details are shown to callers on the same machine alone.",
  output: Readiness,
  anonymous: true,
  permit: anyone(),
  refuses: [503],
  answers: { 503: Readiness },
  run: async ({ runtime, reply, request, now }) => {
    // Behind a proxy on the same machine everybody has its address, so a forwarded request is nobody of ours.
    const local = /^(127\.|::1$)/.test(request.ip) && !request.headers.has("x-forwarded-for");
    const results = await examine(runtime, now);
    const checks = Object.fromEntries(
      results.map(({ name, fault }) => [name, local && fault ? { ok: false, detail: fault } : { ok: fault === null }]),
    );
    const ok = results.every((result) => result.fault === null);
    if (!ok) reply.status = 503;
    return { status: ok ? ("ok" as const) : ("degraded" as const), checks };
  },
});

interface Examined {
  at: number;
  results: Promise<{ name: string; fault: string | null }[]>;
}

/** Anybody may ask and each examination writes to the store, so its outcome stands for a moment. */
const STANDS_MS = 2000;
const examined = new WeakMap<Runtime, Examined>();

function examine(runtime: Runtime, now: Date): Examined["results"] {
  const last = examined.get(runtime);
  if (last && Math.abs(now.getTime() - last.at) < STANDS_MS) return last.results;
  const results = Promise.all([
    probe("db", () => demandWritable(runtime.database)),
    probe("blobs", () => runtime.blobs.check()),
    probe("queue", () => refuseLag(runtime)),
  ]);
  examined.set(runtime, { at: now.getTime(), results });
  return results;
}

const LAG_SECONDS_MAX = 300;

async function refuseLag(runtime: Runtime): Promise<void> {
  const late = (await runtime.jobs.health()).find((queue) => queue.lag_seconds > LAG_SECONDS_MAX);
  if (late) throw new Error(`${late.kind} jobs wait for ${late.lag_seconds} s`);
}

async function probe(name: string, ask: () => Promise<unknown>): Promise<{ name: string; fault: string | null }> {
  try {
    await ask();
    return { name, fault: null };
  } catch (error) {
    return { name, fault: error instanceof Error ? error.message : String(error) };
  }
}

export const securityContact = operation({
  id: "health.security_contact",
  route: "GET /.well-known/security.txt",
  host: "both",
  summary: "Name the contact for security reports (RFC 9116)",
  anonymous: true,
  permit: anyone(),
  raw: "download",
  run: ({ runtime, now }) => {
    const lines = [
      `Contact: mailto:${senderAddress(runtime.config.mail_from) ?? runtime.config.mail_from}`,
      // The file is made anew for each reader, so it is always valid for the year that the RFC recommends at most.
      `Expires: ${later(now, 300 * DAY_MS).toISOString()}`,
      `Canonical: ${runtime.config.base_url}/.well-known/security.txt`,
      "Preferred-Languages: en",
    ];
    return new Response(`${lines.join("\n")}\n`, { headers: { "content-type": "text/plain; charset=utf-8" } });
  },
});
