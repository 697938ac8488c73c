// A company imported by SCIM: each user looked for and made, each group made and filled;
// how many requests a second, and whether the last cost more than the first.
import { makeToken } from "../plugins/scim/provisioner.ts";
import { withCpu } from "./cpu.ts";
import { medianOf, print } from "./rounds.ts";
import { openPlace } from "./servers.ts";

const USERS = Number(process.env["BENCH_USERS"] ?? 10_000);
const GROUPS = Number(process.env["BENCH_GROUPS"] ?? 200);
const MEMBERS = Math.min(500, USERS);
const MEMBERS_A_REQUEST = 100;
const IN_FLIGHT = 8;
const PARTS = 10;
const PER_SECOND = 300;
const DEARER = 1.3;

const place = await openPlace();
try {
  const { sql } = place.database;
  await place.makeTokens(1);
  const [workspace] = await sql<{ workspace_id: number }[]>`select workspace_id from workspaces`;
  const { token, secret_sha256 } = makeToken();
  await sql`
    insert into scim_tokens (workspace_id, label, secret_sha256, created_at)
    values (${workspace?.workspace_id ?? 0}, 'bench', ${secret_sha256}, ${new Date()})`;
  const pids = { ours: place.ours.pid, postgres: place.postgres_pid };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };

  async function send(method: string, path: string, body?: unknown): Promise<{ id: string; totalResults: number }> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${place.ours.base_url}/scim/v2${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: string; totalResults: number };
  }

  /** Does `one` for each number, some at once, and says what it took. */
  async function work(
    from: number,
    to: number,
    { requests, one }: { requests: number; one(n: number): Promise<void> },
  ) {
    const { cpu_ms, seconds } = await withCpu(pids, async () => {
      const started = performance.now();
      let next = from;
      const lane = async () => {
        while (next < to) await one(next++);
      };
      await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
      return { seconds: (performance.now() - started) / 1000 };
    });
    const count = (to - from) * requests;
    const cpu = cpu_ms.ours + cpu_ms.postgres;
    return { requests: count, seconds, per_second: count / seconds, cpu_ms_a_request: cpu / count, cpu_ms };
  }

  /** Does all of it in equal parts, and compares the last with the first; the very first requests warm up. */
  async function grow(name: string, count: number, how: { requests: number; one(n: number): Promise<void> }) {
    const part = Math.ceil(count / PARTS);
    const seen = [];
    for (let from = 0; from < count; from += part) {
      const one = await work(from, Math.min(count, from + part), how);
      print({ workload: name, done: from + part, ...one });
      seen.push(one);
    }
    whole.push(...seen);
    const growth = (seen.at(-1)?.cpu_ms_a_request ?? 0) / (seen[0]?.cpu_ms_a_request ?? 1);
    const per_second = medianOf(seen.map((one) => one.per_second));
    print({ workload: name, per_second, growth, reach: `cost of the last at most ${DEARER} of the first` });
  }

  const whole: Awaited<ReturnType<typeof work>>[] = [];
  const address = (n: number) => `person${n}@firm.example`;
  const ids: string[] = [];
  async function importUser(n: number): Promise<void> {
    const filter = encodeURIComponent(`userName eq "${address(n)}"`);
    if ((await send("GET", `/Users?filter=${filter}`)).totalResults !== 0)
      throw new Error(`${address(n)} is there already`);
    ids[n] = (await send("POST", "/Users", { userName: address(n), externalId: `00u${n}`, active: true })).id;
  }
  async function importGroup(n: number): Promise<void> {
    const { id } = await send("POST", "/Groups", { displayName: `Group ${n}`, externalId: `00g${n}` });
    for (let at = 0; at < MEMBERS; at += MEMBERS_A_REQUEST) {
      const size = Math.min(MEMBERS_A_REQUEST, MEMBERS - at);
      const value = Array.from({ length: size }, (_, k) => ({ value: ids[(n * 37 + at + k) % USERS] }));
      await send("PATCH", `/Groups/${id}`, { Operations: [{ op: "add", path: "members", value }] });
    }
  }
  // The first requests of a process are those of its compiler.
  await work(USERS, USERS + 300, { requests: 2, one: importUser });
  await grow(`import of ${USERS} users`, USERS, { requests: 2, one: importUser });
  await grow(`import of ${GROUPS} groups of ${MEMBERS}`, GROUPS, {
    requests: 1 + Math.ceil(MEMBERS / MEMBERS_A_REQUEST),
    one: importGroup,
  });
  const sum = (of: "requests" | "seconds") => whole.reduce((total, one) => total + one[of], 0);
  const cpu = whole.reduce((total, one) => total + one.cpu_ms.ours + one.cpu_ms.postgres, 0) / 1000;
  const rates = { per_second: sum("requests") / sum("seconds"), per_cpu_second: sum("requests") / cpu };
  print({
    workload: "all of it",
    requests: sum("requests"),
    seconds: sum("seconds"),
    ...rates,
    reach: `${PER_SECOND} a second`,
  });
} finally {
  await place.close();
}
