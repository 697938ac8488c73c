// POST /api/docs with 2 KiB of HTML that is new each time on 16 connections,
// beside one transaction of the same inserts.
import { runCounted } from "./counted.ts";
import { writePage } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace, type Server } from "./servers.ts";

/** An account holds 5,000 documents at most, so the writers are many; all are in one workspace, whose counter they share. */
const WRITERS = 40;

const place = await openPlace();
try {
  const apart = await place.openApart(async () => {});
  const floor = await place.startFloor("document_write", apart.database);
  const tokens = await place.makeTokens(WRITERS);
  const requests = tokens.map((token) => ({ method: "POST", path: "/api/docs", token }));
  const load = { requests, body: JSON.stringify({ html: writePage(2048) }), connections: 16, seconds: 4 };
  const run = (server: Server) => runCounted(place, server, load);
  await compare({
    workload: "POST /api/docs",
    rounds: readRounds(),
    floor: () => run(floor),
    ours: () => run(place.ours),
    score: (seen) => seen.rps,
    reach: 0.65,
  });
} finally {
  await place.close();
}
