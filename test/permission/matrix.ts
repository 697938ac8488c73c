// Fills the permission matrix:
// each operation of the catalogue as each caller, on fresh state where it writes, and the table of it.
import { showTable } from "../../hosts/reference/markdown_table.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import type { Answer, Harness, Person, Send } from "../harness/harness.ts";
import type { Line, Recorder } from "../walks/recorder/recorder.ts";
import { openDoor } from "./door.ts";
import type { Input, Made } from "./input.ts";
import { INPUT_FILES, INPUTS } from "./inputs.ts";
import { CALLERS, type Caller, openStage, type Stage, type Where, withDocument } from "./stage.ts";

/** An operation with what its calls by everybody did, in the order of `CALLERS`. */
export interface Row {
  entry: Entry;
  lines: readonly Line[];
}

export type Table = { title: string; rows: Row[] };

/** The operations of the catalogue that have no input here. */
export function findUntold(h: Harness): string[] {
  return h.runtime.catalogue.entries.map((entry) => entry.id).filter((id) => !INPUTS[id]);
}

/** Inputs for operations that are gone. */
export function findStale(h: Harness): string[] {
  return Object.keys(INPUTS).filter((id) => !h.runtime.catalogue.byId.has(id));
}

/** Calls each of the operations as everybody. */
export async function fillTables(recorder: Recorder, asked: readonly Entry[]): Promise<Table[]> {
  const tables: Table[] = [];
  for (const plan of planTables(asked)) tables.push(await fill(recorder, plan));
  return tables;
}

/** The rows that the tables will have, not filled yet. */
export function nameRows(asked: readonly Entry[]): Table[] {
  return planTables(asked).map(({ title, entries }) => ({
    title,
    rows: sortRows(entries.map((entry) => ({ entry, lines: [] }))),
  }));
}

interface Plan {
  title: string;
  where: Where;
  entries: Entry[];
}

function planTables(asked: readonly Entry[]): Plan[] {
  const entries = asked.filter((entry) => INPUTS[entry.id]);
  const [onPlaces = [], others = []] = [true, false].map((about) =>
    entries.filter((one) => isAboutPlace(one) === about),
  );
  return [
    { title: "A document in My documents", where: "My documents", entries: onPlaces },
    { title: "A document in a shared root", where: "a shared root", entries: onPlaces },
    { title: "Everything else", where: "a shared root", entries: others },
  ];
}

function sortRows(rows: Row[]): Row[] {
  return rows.sort((one, other) => (nameOf(one.entry) < nameOf(other.entry) ? -1 : 1));
}

function isAboutPlace(entry: Entry): boolean {
  return INPUTS[entry.id]?.about === "document";
}

async function fill(recorder: Recorder, { title, where, entries }: Plan): Promise<Table> {
  const stage = await openStage(recorder.h, where);
  const rows: Row[] = [];
  for (const entry of entries) rows.push({ entry, lines: await askEverybody(recorder, { stage, entry }) });
  return { title, rows: sortRows(rows) };
}

/** What was refused changed nothing, so that the next caller finds the state of the one before unless its input was made of it. */
async function askEverybody(recorder: Recorder, { stage, entry }: { stage: Stage; entry: Entry }): Promise<Line[]> {
  const lines: Line[] = [];
  let untouched: Stage | null = null;
  for (const caller of CALLERS) {
    const found: Stage | null = untouched;
    const again: Made | null = found && (await makeInput(found, entry, caller).catch(() => null));
    const on: Stage = found && again ? found : await freshStage(stage, entry);
    const made = again ?? (await makeInput(on, entry, caller));
    const as = caller === "stranger" ? undefined : on.people[caller];
    const line = await recorder.record({ on, entry, as, made }, () => sendAs(on, { entry, caller, made }));
    lines.push(line);
    untouched = line.status < 400 ? null : on;
  }
  return lines;
}

/**
 * A read leaves things as they are, and gets a document of its own where it needs one of some kind; a write gets another
 * document, or other people where it changes who they are.
 */
export async function freshStage(stage: Stage, entry: Entry, input = INPUTS[entry.id]): Promise<Stage> {
  if (input?.fresh === "everything") return openStage(stage.h, stage.where);
  return entry.effect === "read" && !input?.document ? stage : withDocument(stage, input?.document);
}

/** One cell: the operation with its least valid input. */
export async function callAs(stage: Stage, entry: Entry, caller: Caller): Promise<Answer> {
  return sendAs(stage, { entry, caller, made: await makeInput(stage, entry, caller) });
}

async function makeInput(stage: Stage, entry: Entry, caller: Caller): Promise<Made> {
  const input: Input | undefined = INPUTS[entry.id];
  if (!input) throw new Error(`${INPUT_FILES} has no input for ${entry.id}; add the least valid one`);
  return input.make(stage, caller);
}

function sendAs(stage: Stage, { entry, caller, made }: { entry: Entry; caller: Caller; made: Made }): Promise<Answer> {
  const as = caller === "stranger" ? undefined : stage.people[caller];
  return send(stage.h, { entry, as, made });
}

/** Sends an operation's input over HTTP; one that is a tool alone goes through the pipeline as tools do. */
export async function send(
  h: Harness,
  { entry, as, made }: { entry: Entry; as: Person | undefined; made: Made },
): Promise<Answer> {
  if (entry.path === null) return sendAsTool(h, { entry, as, made });
  const { params = {}, query, ...rest } = made;
  const search = query ? `?${new URLSearchParams(query)}` : "";
  const path = entry.path.replace(/\{([a-z_]+)(\.\.\.)?\}/g, (_, name, takesRest) => {
    const text = params[name];
    if (text === undefined) throw new Error(`the input for ${entry.id} does not name {${name}}`);
    return takesRest ? String(text) : encodeURIComponent(String(text));
  });
  const sent: Send = { ...rest, ...(as ? { as } : {}) };
  if (entry.host === "content") return h.open(path + search, { method: entry.method ?? "GET", ...sent });
  return h.call(`${entry.method} ${path}${search}`, sent);
}

async function sendAsTool(
  h: Harness,
  { entry, as, made }: { entry: Entry; as: Person | undefined; made: Made },
): Promise<Answer> {
  const bytes = new Uint8Array();
  if (!as) return { status: 401, headers: new Headers(), body: null, bytes };
  const { params = {}, query = {}, json = {} } = made;
  const said = await openDoor(h).ask(as.user_id, entry.id, { params, query, body: { ...(json as object) } });
  return { status: said.status, headers: new Headers(), body: said.value, bytes };
}

/** How a row is named: the route, or the tool or the protocol's method where there is no route. */
export function nameOf(entry: Entry): string {
  if (entry.path === null && entry.resource) return "lists" in entry.resource ? "resources/list" : "resources/read";
  if (entry.path === null) return `tool ${entry.tools.map((tool) => tool.name).join(", ")}`;
  return `${entry.path} ${entry.method}`;
}

const HEAD = `# Who may do what

Every operation of the catalogue, called by somebody of each kind with its least valid input. Each cell is the status of the answer.
\`bun test test/walks/recorded_test.ts\` compares it with the server; \`npm run renew\` writes it anew.

- _stranger_ sends no credential, _other workspace_ owns another one, _member_ was given nothing.
- _viewer_, _commenter_ and _editor_ hold that level: by a grant on the document in My documents, by the root's list in the shared root.
- _owner_ wrote the document and owns it in My documents; in the shared root they are its author and hold edit by the list.
- _root manager_ is a member who created the shared root; _admin_ and _workspace owner_ are so by their role.
- 401 asks who is calling, 402 names the plan, 403 says that the level held is too low, 404 is also the answer to whoever must not know.
`;

export function showTables(tables: readonly Table[]): string {
  return `${HEAD}${tables.map(showMatrix).join("")}`;
}

function showMatrix({ title, rows }: Table): string {
  const shown = rows.map(({ entry, lines }) => [showName(entry), ...lines.map(({ status }) => String(status))]);
  return `\n## ${title}\n\n${showTable([["operation", ...CALLERS], ...shown])}`;
}

/** The cells of each row of tables in writing, under the title of its table and the name of its operation. */
export function readRows(shown: string): Map<string, string> {
  const rows = new Map<string, string>();
  let title = "";
  for (const line of shown.split("\n")) {
    if (line.startsWith("## ")) title = line.slice(3);
    const [name, ...cells] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (name?.startsWith("`")) rows.set(`${title}: ${name}`, cells.join(" "));
  }
  return rows;
}

function showName(entry: Entry): string {
  return entry.path === null ? `\`${nameOf(entry)}\`` : `\`${entry.method} ${entry.path}\``;
}
