// A group of a company's directory that everybody is in, read page by page from a small server:
// what a refresh takes, and the memory that it adds.
import { createEncrypter } from "../kernel/base/encrypter.ts";
import { withCpu } from "./cpu.ts";
import { print } from "./rounds.ts";
import { openPlace, readRss } from "./servers.ts";

const MEMBERS = Number(process.env["BENCH_MEMBERS"] ?? 50_000);
const SECRET = "a secret of the bench, long enough to pass";
const MIB = 2 ** 20;
const ADDED_MIB = 64;
const SAMPLE_MS = 10;
const WAIT_MS = 120_000;

/** Who the directory says is in the group: from the first of them to before the last. */
let told = { from: 0, to: 0 };
let pages = 0;
const address = (n: number) => `somebody.with.a.name.${n}@firm.example`;

// As Google's Directory API answers (members.list), and its token endpoint.
const api = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const url = new URL(request.url);
    if (url.pathname === "/token") return Response.json({ access_token: "at", token_type: "bearer", expires_in: 3600 });
    pages++;
    const from = Number(url.searchParams.get("pageToken") ?? told.from);
    const to = Math.min(told.to, from + Number(url.searchParams.get("maxResults") ?? 200));
    const members = Array.from({ length: to - from }, (_, k) => ({
      ...(url.searchParams.has("fields")
        ? {}
        : { kind: "admin#directory#member", id: String(from + k), role: "MEMBER" }),
      email: address(from + k),
      type: "USER",
      status: "ACTIVE",
    }));
    const next = to < told.to ? { nextPageToken: String(to) } : {};
    return Response.json({ kind: "admin#directory#members", members, ...next });
  },
});
const at = `http://127.0.0.1:${api.port}`;
const place = await openPlace({
  SECRET,
  DIRECTORY_GOOGLE_CLIENT_ID: "bench",
  DIRECTORY_GOOGLE_CLIENT_SECRET: "bench",
  DIRECTORY_GOOGLE_TOKEN_URL: `${at}/token`,
  DIRECTORY_GOOGLE_API_URL: at,
});
try {
  const { sql } = place.database;
  await place.makeTokens(1);
  const [workspace] = await sql<{ workspace_id: number }[]>`select workspace_id from workspaces`;
  const workspace_id = workspace?.workspace_id ?? 0;
  const now = new Date();
  await sql`
    insert into users (workspace_id, email, role, created_at)
    select ${workspace_id}, 'somebody.with.a.name.' || n || '@firm.example', 'member', ${now} from generate_series(0, ${MEMBERS - 1}::int) n`;
  const [group] = await sql<{ group_id: number }[]>`
    insert into groups (workspace_id, slug, name, description, source, created_at)
    values (${workspace_id}, 'everybody', 'Everybody', '', 'directory:google', ${now}) returning group_id`;
  const group_id = group?.group_id ?? 0;
  const token = createEncrypter(SECRET).seal("directory.refresh_token", "refresh");
  const [connection] = await sql<{ connection_id: number }[]>`
    insert into directory_connections (workspace_id, provider, refresh_token, connected_at, tried_at)
    values (${workspace_id}, 'google', ${token}, ${now}, ${now}) returning connection_id`;
  const connection_id = connection?.connection_id ?? 0;
  await sql`
    insert into directory_groups (workspace_id, connection_id, group_id, provider_group)
    values (${workspace_id}, ${connection_id}, ${group_id}, 'everybody')`;
  await sql`vacuum analyze`.simple();

  async function refresh(what: string, members: { from: number; to: number }): Promise<void> {
    told = members;
    pages = 0;
    const pids = { ours: place.ours.pid, postgres: place.postgres_pid };
    const before = readRss(place.ours.pid);
    let most = before;
    const sample = setInterval(() => (most = Math.max(most, readRss(place.ours.pid))), SAMPLE_MS);
    const started = new Date();
    const [asked] = await sql<{ at: Date }[]>`
      update directory_connections set wanted_at = ${started}, succeeded_at = null where connection_id = ${connection_id}
      returning wanted_at as at`;
    // What ran last says when it is due next as it ends.
    for (let woken = 0; woken === 0; await Bun.sleep(20)) {
      woken = (
        await sql`
          update jobs set due_at = ${asked?.at ?? started} where kind = 'directory.refresh' and lease_until is null`
      ).count;
    }
    const seen = await withCpu(pids, async () => {
      const begun = performance.now();
      for (;;) {
        const [row] = await sql<{ succeeded_at: Date | null; error: string | null }[]>`
          select succeeded_at, error from directory_connections where connection_id = ${connection_id}`;
        if (row?.error) throw new Error(row.error);
        if (row?.succeeded_at) return { seconds: (performance.now() - begun) / 1000 };
        if (performance.now() - begun > WAIT_MS) throw new Error("the refresh does not end");
        await Bun.sleep(20);
      }
    }).finally(() => clearInterval(sample));
    const [found] = await sql<{ members: number; transactions: number }[]>`
      select count(*)::int as members, count(distinct xmin::text)::int as transactions from group_members where group_id = ${group_id}`;
    if (found?.members !== members.to - members.from) throw new Error(`${what}: ${found?.members} are in the group`);
    print({
      workload: `refresh of ${MEMBERS} members: ${what}`,
      pages,
      ...seen,
      transactions: found.transactions,
      rss_mib: before / MIB,
      added_mib: (most - before) / MIB,
      reach: `one transaction, at most ${ADDED_MIB} MiB`,
    });
  }

  await refresh("everybody joins", { from: 0, to: MEMBERS });
  await refresh("nobody moves", { from: 0, to: MEMBERS });
  await refresh("half of them leave", { from: MEMBERS / 2, to: MEMBERS });
  await refresh("they come back", { from: 0, to: MEMBERS });
} finally {
  await place.close();
  await api.stop(true);
}
