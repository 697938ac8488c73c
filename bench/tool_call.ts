// MCP on 16 connections: calls beside a JSON-RPC echo around the same selects and beside the protocol's own server,
// the list beside a static answer.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Load, runLoad } from "./load.ts";
import { publishPages } from "./published.ts";
import { compare, readRounds } from "./rounds.ts";
import { openPlace, type Server } from "./servers.ts";

/** A part of a workload's name that chooses it: the second argument of the command line, else all. */
const chosen = process.argv[3] ?? "";

const place = await openPlace();
try {
  const { token, doc_ids } = await publishPages(place, 1);
  const doc_id = doc_ids[0] ?? "";
  await measure("tools/call get_link", {
    floor: "tool_call",
    body: callOf("get_link", { doc_id }),
    reach: 0.5,
  });
  const getFile = callOf("get_file", { doc_id, path: "index.html" });
  await measure("tools/call get_file", { floor: "get_file", body: getFile, reach: 0.5 });
  await measure("tools/call get_file beside McpServer", {
    floor: "mcp_server",
    body: getFile,
    reach: 1,
  });
  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  writeFileSync(join(place.data_dir, "static.json"), await (await post(place.ours, list)).text());
  await measure("tools/list", { floor: "static_json", body: list, reach: 0.8 });

  async function measure(workload: string, asked: { floor: string; body: string; reach: number }): Promise<void> {
    if (!workload.includes(chosen)) return;
    const { body, reach } = asked;
    const floor = await place.startFloor(asked.floor);
    for (const server of [floor, place.ours]) await refuseFailure(await post(server, body));
    const requests = [{ method: "POST", path: "/mcp", token }];
    const load: Omit<Load, "base_url"> = { requests, body, connections: 16, seconds: 4 };
    await compare({
      workload,
      rounds: readRounds(),
      floor: () => runLoad({ ...load, base_url: floor.base_url }),
      ours: () => runLoad({ ...load, base_url: place.ours.base_url }),
      score: (seen) => seen.rps,
      reach,
    });
    await floor.stop();
  }

  function post({ base_url }: Server, body: string): Promise<Response> {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    return fetch(`${base_url}/mcp`, { method: "POST", headers, body });
  }
} finally {
  await place.close();
}

function callOf(name: string, args: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
}

/** A JSON-RPC error is a 200, which the load generator would count as an answer. */
async function refuseFailure(response: Response): Promise<void> {
  const text = await response.text();
  const { result } = response.ok ? JSON.parse(text) : { result: null };
  if (!result || result.isError) throw new Error(`${response.url} answers ${response.status} ${text.slice(0, 300)}`);
}
