// POST /api/docs with 2 KiB of HTML under a policy that bounds everything and looks for secrets,
// with the hash chain and the outbox, beside a server without those plugins.
import { runCounted } from "./counted.ts";
import { writePage } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace, type Place } from "./servers.ts";

const WRITERS = 40;

async function openWriters(env: Record<string, string> = {}): Promise<{ place: Place; tokens: string[] }> {
  const place = await openPlace(env);
  return { place, tokens: await place.makeTokens(WRITERS) };
}

const off = await openWriters({ PLUGINS: "-policy,-audit,-webhooks" });
const on = await openWriters();
try {
  await on.place.database.sql`
    insert into workspace_policies (workspace_id, allowed_visibilities, max_retention_days, secret_scan, updated_at)
    select workspace_id, '{restricted,workspace}', 365, 'block', now() from workspaces`;
  const body = JSON.stringify({ html: writePage(2048) });
  const run = ({ place, tokens }: typeof on) => {
    const requests = tokens.map((token) => ({ method: "POST", path: "/api/docs", token }));
    return runCounted(place, place.ours, { requests, body, connections: 16, seconds: 4 });
  };
  await compare({
    workload: "POST /api/docs under a policy",
    rounds: readRounds(),
    floor: () => run(off),
    ours: () => run(on),
    score: (seen) => 1 / (seen.server_cpu_ms_each + seen.postgres_cpu_ms_each),
    reach: 0.9,
  });
} finally {
  await on.place.close();
  await off.place.close();
}
