// The calls of limited connections: by one with a highest visibility, and by one to a root in which nothing lies.
import type { Entry } from "../../../kernel/ports/plugin.ts";
import type { Answer, Harness, Person } from "../../harness/harness.ts";
import { limited } from "../../oauth/limited.ts";
import type { Made } from "../../permission/input.ts";
import { INPUT_FILES, INPUTS } from "../../permission/inputs.ts";
import { send } from "../../permission/matrix.ts";
import { made, openStage, type Where, withDocument } from "../../permission/stage.ts";
import type { Line, Recorder } from "./recorder.ts";

/** Every write within places, by the owner's token limited to a visibility, on a document of theirs that is `unlisted`. */
export async function recordWrites(
  recorder: Recorder,
  entries: readonly Entry[],
  { max_visibility }: { max_visibility: "workspace" | "unlisted" },
): Promise<Line[]> {
  const { h } = recorder;
  const stage = await openStage(h, "My documents");
  const as = await limited(h, stage.people.owner, { max_visibility });
  const lines: Line[] = [];
  for (const entry of entries) {
    if (entry.effect !== "write" || entry.connection_limit !== "places" || entry.identify) continue;
    const input = INPUTS[entry.id];
    if (!input) throw new Error(`${INPUT_FILES} has no input for ${entry.id}`);
    const on = await withDocument(stage, input.document);
    const sent = await input.make(on, "owner");
    // Wherever it is in its life by now.
    await h.runtime.database.sql`update documents set visibility = 'unlisted' where doc_id = ${on.doc.doc_id}`;
    lines.push(await recorder.record({ on, entry, as, made: sent }, () => ask(h, { entry, as, sent })));
  }
  return lines;
}

/** Everything, by a token limited to a root in which nothing lies, of somebody who may do it where the document lies. */
export async function recordElsewhere(
  recorder: Recorder,
  entries: readonly Entry[],
  { where, caller }: { where: Where; caller: "owner" | "workspace owner" },
): Promise<Line[]> {
  const { h } = recorder;
  const stage = await openStage(h, where);
  const boss = stage.people["workspace owner"];
  const elsewhere = await made(h.call("POST /api/roots", { as: boss, json: { name: "Elsewhere" } }));
  const as = await limited(h, stage.people[caller], { roots: [String(elsewhere.id)] });
  const lines: Line[] = [];
  for (const entry of entries) {
    const input = INPUTS[entry.id];
    // What is found by a ticket in the address acts for the token that made it.
    if (!input || entry.identify) continue;
    const on = entry.effect === "write" || input.document ? await withDocument(stage, input.document) : stage;
    const sent = { ...(await input.make(on, caller)), with_cookie: false };
    lines.push(await recorder.record({ on, entry, as, made: sent }, () => ask(h, { entry, as, sent })));
  }
  return lines;
}

/** Sends an input by a credential of its maker. */
function ask(h: Harness, { entry, as, sent }: { entry: Entry; as: Person; sent: Made }): Promise<Answer> {
  return entry.path === null ? callTool(h, { entry, as, sent }) : send(h, { entry, as, made: sent });
}

/** What is a tool or a resource alone; a refusal of the pipeline shows as the status that REST would answer. */
async function callTool(
  h: Harness,
  { entry, as, sent: { params = {}, query = {}, json = {} } }: { entry: Entry; as: Person; sent: Made },
): Promise<Answer> {
  const [tool] = entry.tools;
  const uri = `doc://${params["doc_id"]}/${query["path"]}`;
  const message = tool
    ? { method: "tools/call", params: { name: tool.name, arguments: { ...params, ...query, ...(json as object) } } }
    : entry.resource && "lists" in entry.resource
      ? { method: "resources/list" }
      : { method: "resources/read", params: { uri } };
  const answer = await h.call("POST /mcp", { as, json: { jsonrpc: "2.0", id: 1, ...message } });
  const { error, result } = answer.body;
  const code = error?.data?.code ?? result?.structuredContent?.error?.code;
  const isRefused = error !== undefined || result?.isError === true;
  return { ...answer, status: isRefused ? (code === "connection_limited" || code === "forbidden" ? 403 : 404) : 200 };
}
