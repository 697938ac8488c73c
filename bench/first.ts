// The first requests after a start, one kind after the other, beside the tenth of each:
// what is compiled and read only then.
import { writePage } from "./published.ts";
import { medianOf, print, readRounds } from "./rounds.ts";
import { openPlace, startOurs } from "./servers.ts";

const SENT = 10;

const place = await openPlace();
try {
  const [token = ""] = await place.makeTokens(1);
  const authorization = `Bearer ${token}`;
  const { doc_id } = await (await send(place.ours.base_url, "POST", "/api/docs", { html: "<h1>First</h1>" })).json();
  await place.ours.stop();
  const times = new Map<string, number[][]>();
  for (let round = 0; round < readRounds(); round++) {
    const server = await startOurs(place.data_dir);
    for (const [name, ask] of Object.entries(kindsOf(server.base_url, doc_id))) {
      const seen: number[] = [];
      for (let count = 0; count < SENT; count++) {
        const began = performance.now();
        const response = await ask();
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${name} answered ${response.status}`);
        seen.push(performance.now() - began);
      }
      times.set(name, [...(times.get(name) ?? []), seen]);
    }
    await server.stop();
  }
  for (const [workload, rounds] of times) {
    const at = (index: number) => medianOf(rounds.map((seen) => seen[index] ?? Number.NaN));
    print({ workload, first_ms: at(0), second_ms: at(1), tenth_ms: at(SENT - 1) });
  }

  function send(base: string, method: string, path: string, body?: object): Promise<Response> {
    const headers = {
      authorization,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    return fetch(base + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  }

  function kindsOf(base: string, docId: string): Record<string, () => Promise<Response>> {
    const page = () => writePage(2048).replaceAll("%N%", crypto.randomUUID());
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_link", arguments: { doc_id: docId } },
    };
    return {
      "GET /healthz": () => send(base, "GET", "/healthz"),
      "GET /api/docs/{doc_id}": () => send(base, "GET", `/api/docs/${docId}`),
      "GET /api/docs": () => send(base, "GET", "/api/docs?view=all"),
      "POST /api/docs, html": () => send(base, "POST", "/api/docs", { html: page() }),
      "POST /api/docs, markdown": () => send(base, "POST", "/api/docs", { markdown: `# ${crypto.randomUUID()}` }),
      "PUT files": () => send(base, "PUT", `/api/docs/${docId}/files/a.txt`, { content: crypto.randomUUID() }),
      "GET /api/search": () => send(base, "GET", "/api/search?q=lorem"),
      "tools/call": () => send(base, "POST", "/mcp", call),
    };
  }
} finally {
  await place.close();
}
