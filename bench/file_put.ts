// PUT /api/docs/{doc_id}/files/{path} of 10 KiB that are new each time, beside one transaction of the same inserts.
import { runCounted } from "./counted.ts";
import type { Sent } from "./load.ts";
import { writePage } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace, type Place, type Server } from "./servers.ts";

const WRITERS = 40;
/** Enough that two connections seldom want the same one. */
const DOCUMENTS_EACH = 10;
const PATH = "data.txt";

const place = await openPlace();
try {
  const { database, filled } = await place.openApart(publishAll);
  const floor = await place.startFloor("file_put", database);
  const load = { body: JSON.stringify({ content: writePage(10 * 1024) }), connections: 16, seconds: 4 };
  const requests = new Map([
    [floor, filled],
    [place.ours, await publishAll(place)],
  ]);
  const run = (server: Server) => runCounted(place, server, { ...load, requests: requests.get(server) ?? [] });
  await compare({
    workload: "PUT /api/docs/{doc_id}/files/{path}",
    rounds: readRounds(),
    floor: () => run(floor),
    ours: () => run(place.ours),
    score: (seen) => seen.rps,
    reach: 0.5,
  });
} finally {
  await place.close();
}

async function publishAll({ ours, makeTokens }: Pick<Place, "ours" | "makeTokens">): Promise<Sent[]> {
  const requests: Sent[] = [];
  for (const token of await makeTokens(WRITERS)) {
    for (let count = 0; count < DOCUMENTS_EACH; count++) {
      requests.push({ method: "PUT", path: `/api/docs/${await publish(ours, token)}/files/${PATH}`, token });
    }
  }
  return requests;
}

async function publish({ base_url }: Server, token: string): Promise<string> {
  const response = await fetch(`${base_url}/api/docs`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ html: "<h1>Files</h1>" }),
  });
  if (!response.ok) throw new Error(`publishing answered ${response.status}: ${await response.text()}`);
  return (await response.json()).doc_id;
}
