// tools/call of get_link on 16 connections, beside a JSON-RPC echo around the same select.
import { runLoad } from "./load.ts";
import { publishPages } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace } from "./servers.ts";

const place = await openPlace();
try {
  const floor = await place.startFloor("tool_call");
  const { token, doc_ids } = await publishPages(place, 1);
  const call = { name: "get_link", arguments: { doc_id: doc_ids[0] } };
  const load = {
    requests: [{ method: "POST", path: "/mcp", token }],
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call }),
    connections: 16,
    seconds: 4,
  };
  await compare({
    workload: "tools/call get_link",
    rounds: readRounds(),
    floor: () => runLoad({ ...load, base_url: floor.base_url }),
    ours: () => runLoad({ ...load, base_url: place.ours.base_url }),
    score: (seen) => seen.rps,
    reach: 0.5,
  });
} finally {
  await place.close();
}
