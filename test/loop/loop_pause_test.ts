// No request keeps the others waiting:
// the longest pause of the loop over costly requests to every operation of the catalogue.
import { expect, test } from "bun:test";
import { toArguments } from "../../kernel/host.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { pickByDepth, sample } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import type { Made } from "../permission/input.ts";
import { INPUT_FILES, INPUTS } from "../permission/inputs.ts";
import { callAs, findUntold, freshStage } from "../permission/matrix.ts";
import { type Caller, openStage, type Stage, withDocument } from "../permission/stage.ts";
import { COSTLY, LINES, LINES_PATH } from "./costly.ts";
import { PAUSE_MS_MAX, TRIES } from "./pause.ts";
import { type Variant, variantsOf } from "./variants.ts";
import { openWatchedServer } from "./watched_server.ts";

/** Every operation is sent hundreds of megabytes in all, so a run tries some, others with each seed. */
const ONE_OF = pickByDepth({ small: 20, deep: 16 });
const TEST_MS_MAX = 20 * 60_000;
const CALLERS: readonly Caller[] = ["owner", "workspace owner", "root manager", "stranger"];

const quotas = Object.fromEntries(
  Object.keys(manifest.quotas).map((name) => [`QUOTA_${name.toUpperCase()}`, "1000000"]),
);
const h = await openHarness({ env: quotas });
h.clock.set(new Date());
const server = await openWatchedServer(h, quotas);

test("every operation has an input that can be made costly", () => {
  expect(findUntold(h), `add the least valid input of each to ${INPUT_FILES}`).toEqual([]);
  expect(Object.keys(COSTLY).filter((id) => !h.runtime.catalogue.byId.has(id))).toEqual([]);
});

test(
  "no costly request to any operation stops the loop for 50 ms",
  async () => {
    const stage = await openStage(h, "My documents");
    const slow: string[] = [];
    for (const entry of sample(h.runtime.catalogue.entries, ONE_OF)) {
      const caller = await callerOf(stage, entry);
      for (const variant of variantsOf(entry)) {
        const pause = await leastPause(stage, { entry, caller, variant });
        if (pause > PAUSE_MS_MAX) slow.push(`${entry.id}, ${variant.name}: ${pause.toFixed(0)} ms`);
      }
      for (const { name, make } of COSTLY[entry.id] ?? []) {
        const pause = await leastPause(stage, {
          entry,
          caller: "owner",
          variant: { name, change: (made) => made },
          make,
        });
        if (pause > PAUSE_MS_MAX) slow.push(`${entry.id}, ${name}: ${pause.toFixed(0)} ms`);
      }
    }
    expect(slow).toEqual([]);
  },
  TEST_MS_MAX,
);

/** Somebody whom the operation answers, if there is anybody. */
async function callerOf(stage: Stage, entry: Entry): Promise<Caller> {
  for (const caller of CALLERS) {
    const answer = await callAs(await freshStage(stage, entry), entry, caller);
    if (answer.status < 400) return caller;
  }
  return "owner";
}

interface Attempt {
  entry: Entry;
  caller: Caller;
  variant: Variant;
  /** Instead of the least valid input, on a document with a file of a million lines. */
  make?: (stage: Stage) => Promise<Made> | Made;
}

async function leastPause(stage: Stage, attempt: Attempt): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least > PAUSE_MS_MAX; tries += 1) {
    least = Math.min(least, await pauseOf(stage, attempt));
  }
  return least;
}

async function pauseOf(stage: Stage, { entry, caller, variant, make }: Attempt): Promise<number> {
  const fresh = make ? await withLines(stage) : await freshStage(stage, entry);
  const base = make ? await make(fresh) : await INPUTS[entry.id]?.make(fresh, caller);
  const request = requestOf(entry, { stage: fresh, caller, made: variant.change(base ?? {}) });
  if (!request) return 0;
  return server.longestPause(async () => {
    await (await fetch(request)).arrayBuffer();
  });
}

async function withLines(stage: Stage): Promise<Stage> {
  const fresh = await withDocument(stage);
  const at = `PUT /api/docs/${fresh.doc.doc_id}/files/${LINES_PATH}`;
  expect((await h.call(at, { as: fresh.people.owner, json: { content: LINES } })).status).toBe(200);
  return fresh;
}

/** As it goes over the wire; what is a tool alone goes as a call of it, and what no tool can say not at all. */
function requestOf(entry: Entry, sent: { stage: Stage; caller: Caller; made: Made }): Request | null {
  const { stage, caller } = sent;
  const made = entry.path === null ? asToolCall(entry, sent.made) : sent.made;
  if (!made) return null;
  const { params = {}, query, json, form, body = form, with_cookie } = made;
  const path = (entry.path ?? "/mcp").replace(/\{([a-z_]+)(\.\.\.)?\}/g, (_, name, rest) =>
    rest ? String(params[name]) : encodeURIComponent(String(params[name])),
  );
  const headers = new Headers({
    ...made.headers,
    host: new URL(entry.host === "content" ? h.content_url : h.base_url).host,
  });
  if (caller !== "stranger") {
    const { token, cookie } = stage.people[caller];
    if (with_cookie) headers.set("cookie", [cookie, headers.get("cookie") ?? ""].join("; "));
    else headers.set("authorization", `Bearer ${token}`);
  }
  const isJson = json !== undefined && made.body === undefined;
  if (isJson) headers.set("content-type", "application/json");
  const content = isJson ? JSON.stringify(json) : body;
  return new Request(`${server.origin}${path}${query ? `?${new URLSearchParams(query)}` : ""}`, {
    method: entry.method ?? "POST",
    headers,
    redirect: "manual",
    ...(content === undefined ? {} : { body: content }),
  });
}

function asToolCall(entry: Entry, { params, query, json }: Made): Made | null {
  for (const called of h.runtime.catalogue.tools.values()) {
    if (called.entry !== entry) continue;
    const given = toArguments(called, { params: params ?? {}, query: query ?? {}, body: json });
    if (!given) continue;
    const call = { name: called.tool.name, arguments: given };
    return {
      json: { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
      headers: { accept: "application/json, text/event-stream" },
    };
  }
  return null;
}
