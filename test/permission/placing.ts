// A stage with nine places, and what a move of a document to each answers everybody:
// what every other way of putting something there is held against.
import { sampleByDepth } from "../harness/depth.ts";
import type { Answer, Harness, ParsedBody, Person } from "../harness/harness.ts";
import { CALLERS, type Caller, made, openStage, type Stage } from "./stage.ts";

export interface Where {
  root: string;
  folder: string;
}

/** What matters of an answer: done, or why not. */
export interface Said {
  status: number;
  why: string | null;
}

type Asker = Exclude<Caller, "stranger">;

export interface Placing {
  /** Of a document in the shared root. */
  stage: Stage;
  places: ReadonlyMap<string, Where>;
  /** Makes a folder with an access list of its own, which names nobody. */
  close(as: Person, root: string, folder: string): Promise<void>;
  /** Whoever asks for something wherever it may go (some of them in a small run), and gets another answer than for moving a document there. */
  compare(
    ask: (as: Person, where: Where, caller: Asker) => Promise<{ asked: Said; moved: Said }>,
    among?: (where: Where) => boolean,
  ): Promise<string[]>;
  moveOf(doc: ParsedBody, as: Person, where: Where): Promise<Said>;
  /** A new page in the caller's My documents. */
  own(as: Person): Promise<ParsedBody>;
}

/** Of everybody at every place a small run asks so many, others of each way of putting something there. */
const ONE_OF = 4;

export async function openPlacing(h: Harness): Promise<Placing> {
  const stage = await openStage(h, "a shared root");
  const { people, root } = stage;
  const boss = people["workspace owner"];
  const close = closing(h);
  const hidden = await made(h.call("POST /api/roots", { as: boss, json: { name: "Hidden" } }));
  for (const at of [root.slug, "general"]) await close(boss, at, "closed");
  const places = new Map([
    ["My documents", { root: "~", folder: "x" }],
    ["General", { root: "general", folder: "x" }],
    ["a closed folder of General", { root: "general", folder: "closed" }],
    ["the top of the root", { root: root.slug, folder: "" }],
    ["a new folder of the root", { root: root.slug, folder: "new" }],
    ["a closed folder of the root", { root: root.slug, folder: "closed" }],
    ["a folder below that", { root: root.slug, folder: "closed/below" }],
    ["a root that only managers see", { root: hidden.slug, folder: "x" }],
    ["a root that is not there", { root: "nowhere", folder: "x" }],
  ]);
  const askers = CALLERS.filter((caller): caller is Asker => caller !== "stranger");
  let compared = 0;
  return {
    ...{ stage, places, close },
    compare: async (ask, among = () => true) => {
      const told: string[] = [];
      const found = [...places].filter(([, where]) => among(where));
      const pairs = askers.flatMap((caller) => found.map(([name, where]) => ({ caller, name, where })));
      compared += 1;
      for (const { caller, name, where } of sampleByDepth(pairs, ONE_OF, compared)) {
        const { asked, moved } = await ask(people[caller], where, caller);
        if (!Bun.deepEquals(asked, moved))
          told.push(`${caller}, to ${name}: ${JSON.stringify(asked)} and not ${JSON.stringify(moved)}`);
      }
      return told;
    },
    moveOf: async (doc, as, where) => said(await h.call(`PATCH /api/docs/${doc.doc_id}`, { as, json: where })),
    own: (as) => made(h.call("POST /api/docs", { as, json: { html: "<p>own</p>" } })),
  };
}

export function said({ status, body }: Answer): Said {
  if (status < 300) return { status: 200, why: null };
  return { status, why: typeof body === "string" ? body : (body.error ?? body.detail) };
}

function closing(h: Harness): Placing["close"] {
  return async (as, root, folder) => {
    await made(h.call("POST /api/folders", { as, json: { root, path: folder } }));
    const json = { subject_type: "user", subject: as.email, folder };
    const { grants } = await made(h.call(`POST /api/roots/${root}/access`, { as, json }));
    for (const { id } of grants) await made(h.call(`DELETE /api/roots/${root}/access/${id}`, { as }));
  };
}
