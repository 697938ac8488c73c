// May a certificate be got for a name,
// as a TLS proxy asks it, of one among 10,000 custom domains, beside an empty static answer.
import { withCpu } from "./cpu.ts";
import { runLoad } from "./load.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace, type Server } from "./servers.ts";

const DOMAINS = 10_000;
/** In turns, so that no question is the one before. */
const ASKED = 100;

const place = await openPlace();
try {
  const { sql } = place.database;
  await place.makeTokens(1);
  const now = new Date();
  await sql`
    insert into custom_domains (workspace_id, hostname, token, status, created_at, verified_at, activated_at, checked_at, leads_here)
    select workspace_id, 'd' || n || '.bench.example', 'token', 'active', ${now}, ${now}, ${now}, ${now}, true
    from (select min(workspace_id) as workspace_id from workspaces) as one, generate_series(1, ${DOMAINS}) as n`;
  await sql`select pg_notify('custom_domains', min(workspace_id)::text) from workspaces`;
  const floor = await place.startFloor("static_answer");
  const requests = Array.from({ length: ASKED }, (_, n) => ({
    method: "GET",
    path: `/internal/tls-ask?domain=d${(n + 1) * (DOMAINS / ASKED)}.bench.example`,
  }));
  const [first] = requests;
  while (!(await fetch(`${place.ours.base_url}${first?.path}`)).ok) await Bun.sleep(20);
  /** What wrk saw, with the answers that a millisecond of the server's processor was enough for. */
  const run = async ({ base_url, pid }: Server) => {
    const load = { base_url, requests, connections: 16, seconds: 4 };
    const { cpu_ms, ...seen } = await withCpu({ server: pid }, () => runLoad(load));
    return { ...seen, answers_each_cpu_ms: (seen.rps * load.seconds) / cpu_ms.server };
  };
  await compare({
    workload: "GET /internal/tls-ask",
    rounds: readRounds(),
    floor: () => run(floor),
    ours: () => run(place.ours),
    score: (seen) => seen.answers_each_cpu_ms,
    reach: 0.8,
  });
} finally {
  await place.close();
}
