// Events to ten receivers on loopback, beside the same rows claimed, signed and posted in batches;
// and while three of the receivers hang.
import { createEncrypter } from "../kernel/base/encrypter.ts";
import { withCpu } from "./cpu.ts";
import { publishPages } from "./published.ts";
import { compare, print, readRounds } from "./rounds.ts";
import { openPlace, type Server } from "./servers.ts";

const RECEIVERS = 10;
const HANGING = 3;
const HANG_MS = 10_000;
const PER_SECOND = Number(process.env["BENCH_PER_SECOND"] ?? 2000);
const SECONDS = Number(process.env["BENCH_SECONDS"] ?? 5);
const BATCH_MS = 10;
const SECRET = "a secret of this bench, long enough to pass";
const GIVE_UP_MS = 120_000;

interface Seen {
  /** Milliseconds of processor. */
  cpu_ms: Record<"sender" | "postgres", number>;
  arrived: number;
  per_second: number;
  p50_ms: number;
  p99_ms: number;
}

const place = await openPlace({ SECRET, WEBHOOK_ALLOW: "127.0.0.0/8" });
try {
  const { sql } = place.database;
  const receivers = await place.startFloor("receivers");
  await place.makeTokens(1);
  const [workspace] = await sql<{ workspace_id: number }[]>`select workspace_id from workspaces`;
  const workspaceId = workspace?.workspace_id ?? 0;
  const { token, doc_ids } = await publishPages(place, 1);
  await makeWebhooks();
  const floor = await place.startFloor("webhooks");
  const urlOf = (n: number) => `${receivers.base_url.replace("localhost", "127.0.0.1")}/${n}`;

  async function makeWebhooks(): Promise<void> {
    const secret = createEncrypter(SECRET).seal("webhook", `whsec_${Buffer.alloc(32).toString("base64")}`);
    const now = new Date();
    for (let n = 0; n < RECEIVERS; n++) {
      const url = `${receivers.base_url.replace("localhost", "127.0.0.1")}/${n}`;
      await sql`
        insert into webhooks (workspace_id, url, events, active_since, secret_sealed, well_since, created_at)
        values (${workspaceId}, ${url}, ${[`bench.to_${n}`]}, ${now}, ${secret}, ${now}, ${now})`;
    }
  }

  /** Commits events at an even pace, each for one of the receivers; the moment of each stands in it. */
  async function offer(write: (batch: { n: number; at: number }[]) => Promise<unknown>): Promise<number> {
    const count = PER_SECOND * SECONDS;
    const started = performance.now();
    for (let sent = 0; sent < count; ) {
      const due = Math.min(count, Math.floor(((performance.now() - started) / 1000) * PER_SECOND));
      if (due > sent) {
        const at = performance.timeOrigin + performance.now();
        await write(Array.from({ length: due - sent }, (_, index) => ({ n: (sent + index) % RECEIVERS, at })));
        sent = due;
      }
      await Bun.sleep(BATCH_MS);
    }
    return count;
  }

  async function measure(sender: Server, write: Parameters<typeof offer>[0], hanging = 0): Promise<Seen> {
    const pids = { sender: sender.pid, postgres: place.postgres_pid };
    return withCpu(pids, () => sendAll(write, hanging));
  }

  async function sendAll(write: Parameters<typeof offer>[0], hanging: number): Promise<Omit<Seen, "cpu_ms">> {
    await fetch(`${receivers.base_url}/begin?hanging=${hanging}&ms=${HANG_MS}`);
    const count = await offer(write);
    const wanted = Math.floor((count * (RECEIVERS - hanging)) / RECEIVERS);
    const until = performance.now() + GIVE_UP_MS;
    for (;;) {
      const seen: Omit<Seen, "cpu_ms"> = await (await fetch(`${receivers.base_url}/seen`)).json();
      if (seen.arrived >= wanted) return seen;
      if (performance.now() > until) throw new Error(`only ${seen.arrived} of ${wanted} events arrived`);
      await Bun.sleep(50);
    }
  }

  /** Nobody tells a server of rows that are written behind its back: a write of its own, after which it looks, stands for their requests. */
  async function wake(): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ tags: [`tag-${Math.floor(Math.random() * 1_000_000)}`] });
    const answer = await fetch(`${place.ours.base_url}/api/docs/${doc_ids[0]}`, { method: "PATCH", headers, body });
    if (!answer.ok) throw new Error(`a write answered ${answer.status}`);
  }

  const ours = async (batch: { n: number; at: number }[]) => {
    const rows = batch.map(({ n, at }) => ({ action: `bench.to_${n}`, meta: { at } }));
    await sql`
      with written as (
        insert into audit_events (workspace_id, action, actor, target_type, target_id, meta, created_at)
        select ${workspaceId}, action, 'system', 'bench', '1', meta, ${new Date()}
        from jsonb_to_recordset(${sql.json(rows)}) as row (action text, meta jsonb) returning event_id)
      insert into audit_outbox select event_id from written`;
    await wake();
  };
  const theirs = (batch: { n: number; at: number }[]) => {
    const rows = batch.map(({ n, at }) => ({ url: urlOf(n), body: { meta: { at } } }));
    return sql`
      insert into floor_outbox (url, body)
      select url, body from jsonb_to_recordset(${sql.json(rows)}) as row (url text, body jsonb)`;
  };
  const workload = `${PER_SECOND} events a second to ${RECEIVERS} receivers`;
  await compare({
    workload,
    rounds: readRounds(),
    floor: () => measure(floor, theirs),
    ours: () => measure(place.ours, ours),
    score: (seen) => seen.per_second,
    reach: 0.3,
  });
  const alone = await measure(place.ours, ours);
  const beside = await measure(place.ours, ours, HANGING);
  print({
    workload: `${workload}, of which ${HANGING} hang`,
    alone,
    beside,
    ratio: beside.p99_ms / alone.p99_ms,
    reach: "at most 2",
  });
} finally {
  await place.close();
}
