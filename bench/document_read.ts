// GET /api/docs/{doc_id} with a token on 16 connections, beside one indexed select.
import { runLoad } from "./load.ts";
import { publishPages } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

const place = await openPlace();
try {
  const floor = await place.startFloor("document_read");
  const { token, doc_ids } = await publishPages(place, 500);
  const requests = doc_ids.map((id) => ({ method: "GET", path: `/api/docs/${id}`, token }));
  const load = { requests, connections: 16, seconds: 4 };
  await compare({
    workload: "GET /api/docs/{doc_id}",
    rounds: readRounds(),
    floor: () => runLoad({ ...load, base_url: floor.base_url }),
    ours: () => runLoad({ ...load, base_url: place.ours.base_url }),
    score: (seen) => seen.rps,
    reach: 0.6,
  });
} finally {
  await place.close();
}
