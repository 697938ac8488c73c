// Whether an answer tells that a document exists:
// the same call for a document that is closed to the caller and for one that never was.
import { randomBytes } from "node:crypto";
import type { Entry } from "../../kernel/ports/plugin.ts";
import type { Answer } from "../harness/harness.ts";
import type { Made } from "./input.ts";
import { INPUT_FILES, INPUTS } from "./inputs.ts";
import { send } from "./matrix.ts";
import { type Caller, type Stage, withDocument } from "./stage.ts";
import { countStatements } from "./statements.ts";

/** What could be told apart; `statements` stands for the time it takes. */
export interface Seen {
  status: number;
  body: string;
  headers: string;
  statements: number;
}

const RUNS_MIN = 2;
const RUNS_MAX = 6;
const UNKNOWN_SLUG = "aaaaaaaaaaaaaaaaaaaaaaaaa";

/**
 * Who must not learn from an operation that a document exists: by its id everybody to whom it is closed; by its slug, which
 * is the link that members of the workspace ask for access with, people of other workspaces. Empty where it names none.
 */
export function mustNotLearn(entry: Entry): Exclude<Caller, "stranger">[] {
  // The handoff to the content host only says who somebody is, and looks at no document.
  if (entry.host !== "app" || entry.plugin === "signin") return [];
  const schemas = [entry.params, entry.query, entry.body].map((schema) => Object.keys(schema?.["properties"] ?? {}));
  const names = [...schemas.flat(), ...entry.texts];
  if (names.includes("doc_id") || names.includes("database_id")) return ["member", "other workspace"];
  // An agent is a document, by whichever name.
  if (names.includes("ref") && /^(agent\.|workflow\.of_agent$)/.test(entry.id)) return ["member", "other workspace"];
  // A root, a navigation and an agent have slugs of their own.
  return names.includes("slug") && !/^(nav|root|agent)\./.test(entry.id) ? ["other workspace"] : [];
}

/** The answers for a document that `caller` may not open and for an unknown one. */
export async function compareAnswers(
  stage: Stage,
  entry: Entry,
  caller: Exclude<Caller, "stranger">,
): Promise<{ closed: Seen; unknown: Seen }> {
  const { h, people } = stage;
  const told = INPUTS[entry.id];
  if (!told) throw new Error(`${INPUT_FILES} has no input for ${entry.id}`);
  const on = entry.effect === "read" && !told.document ? stage : await withDocument(stage, told.document);
  const input = await (told.naming ?? told.make)(on, caller);
  const as = people[caller];
  // Another one each time: whoever has asked for an id that leads nowhere waits for it.
  const unknownDoc = { doc_id: `doc_${randomBytes(16).toString("base64url")}`, slug: UNKNOWN_SLUG };
  const look = async (id: Named, before?: Seen): Promise<Seen> => {
    const made = rename(input, { from: on.doc, to: id });
    const { value, statements } = await countStatements(() => send(h, { entry, as, made }));
    return before
      ? { ...before, statements: Math.min(before.statements, statements) }
      : tell(value, { statements, id: id.doc_id });
  };
  // The first time may fill a cache, such as the driver's prepared statements; and what a write before this one left to do
  // in the background may fall into any of them, so the fewest statements are those of the call itself.
  let [closed, unknown] = [await look(on.doc), await look(unknownDoc)];
  for (let run = 1; run < RUNS_MAX && (run < RUNS_MIN || closed.statements !== unknown.statements); run++)
    [closed, unknown] = [await look(on.doc, closed), await look(unknownDoc, unknown)];
  return { closed, unknown };
}

/** What names a document. */
interface Named {
  doc_id: string;
  slug: string;
}

/** The same input for another document. Forms name none. */
function rename(made: Made, { from, to }: { from: Named; to: Named }): Made {
  const { params, query, json } = made;
  const text = JSON.stringify({ params, query, json })
    .replaceAll(from.doc_id, to.doc_id)
    .replaceAll(from.slug, to.slug);
  return { ...made, ...JSON.parse(text) };
}

/** What ids of a form of the app begin with: a hash of what it holds. */
const FORM_ID = /"f[a-z0-9]{5,7}-/g;

function tell(answer: Answer, { statements, id }: { statements: number; id: string }): Seen {
  const headers = [...answer.headers].filter(([name]) => name !== "x-request-id" && name !== "date");
  const body =
    typeof answer.body === "string" ? answer.body : JSON.stringify({ ...answer.body, request_id: undefined });
  return {
    status: answer.status,
    body: body.replaceAll(id, "<id>").replaceAll(FORM_ID, '"f-'),
    headers: JSON.stringify(headers),
    statements,
  };
}
