// Whether an answer tells that a folder exists: every operation that names one, for a folder that is closed to the caller and for one that never was.
import { beforeAll, expect, test } from "bun:test";
import type { Entry } from "../../kernel/mod.ts";
import { openHarness, type Person } from "../harness.ts";
import type { Made } from "./input.ts";
import { send } from "./matrix.ts";
import { fileOf, made, openStage, type Stage } from "./stage.ts";
import { countStatements } from "./statements.ts";
import { unlimited } from "./unlimited.ts";

const h = await openHarness({ manifest: unlimited });

let stage: Stage;
/** A folder of the root that everybody with a level there sees. */
const OPEN = "open";

interface Asked {
  stage: Stage;
  as: Person;
  root: string;
  folder: string;
}

interface Naming {
  make(asked: Asked): Made | Promise<Made>;
  /** Puts something into the folder, which is made where it is missing. */
  fills?: true;
}

const own = async ({ as }: Asked) => made(h.call("POST /api/docs", { as, json: { html: "<p>own</p>", title: "Own" } }));

const at = ({ root, folder }: Asked) => ({ root, folder });
const atPath = ({ root, folder }: Asked) => ({ root, path: folder });

/** How each operation names a folder; several where it can in several places. */
const NAMING: Record<string, Naming[]> = {
  "doc.publish": [{ make: (a) => ({ json: { html: "x", ...at(a) } }), fills: true }],
  "doc.publish_snippet": [{ make: (a) => ({ json: { content: "x", ...at(a) } }), fills: true }],
  "doc.publish_file": [{ make: (a) => ({ form: fileOf("file", at(a)) }), fills: true }],
  "doc.publish_file_content": [{ make: (a) => ({ json: { filename: "a.txt", content: "x", ...at(a) } }), fills: true }],
  "doc.upload": [{ make: (a) => ({ query: { filename: "a.txt", ...at(a) }, body: "x" }), fills: true }],
  "upload.create": [{ make: (a) => ({ json: { filename: "a.txt", ...at(a) } }), fills: true }],
  "doc.update": [{ make: async (a) => ({ params: idOf(await own(a)), json: at(a) }), fills: true }],
  "doc.duplicate": [{ make: async (a) => ({ params: idOf(await own(a)), json: at(a) }), fills: true }],
  "doc.undelete": [
    {
      make: async (a) => {
        const { doc_id } = await own(a);
        await made(h.call(`DELETE /api/docs/${doc_id}`, { as: a.as }));
        return { params: { doc_id }, json: at(a) };
      },
      fills: true,
    },
  ],
  "doc.list": [{ make: (a) => ({ query: at(a) }) }, { make: (a) => ({ query: { ...at(a), recursive: "true" } }) }],
  "doc.trash": [{ make: (a) => ({ query: at(a) }) }],
  "folder.create": [{ make: (a) => ({ json: atPath(a) }), fills: true }],
  "folder.rename": [
    { make: (a) => ({ json: { ...atPath(a), new_path: "elsewhere" } }) },
    { make: async (a) => ({ json: { root: a.root, path: await another(a), new_path: a.folder } }), fills: true },
    {
      make: async (a) => ({ json: { root: a.root, path: await another(a), new_path: `${a.folder}/in` } }),
      fills: true,
    },
  ],
  "folder.delete": [
    { make: (a) => ({ query: atPath(a) }) },
    { make: (a) => ({ query: { ...atPath(a), force: "true" } }) },
  ],
  "folder.tree": [
    { make: (a) => ({ query: at(a) }) },
    { make: (a) => ({ query: { ...at(a), include_team: "true" } }) },
  ],
  "folder.settings.get": [{ make: (a) => ({ query: atPath(a) }) }],
  "folder.settings.set": [
    { make: (a) => ({ query: atPath(a), json: { description: "x" } }) },
    { make: (a) => ({ query: atPath(a), json: { published: false } }) },
  ],
  "folder.view": [{ make: (a) => ({ query: atPath(a) }) }],
  "shortcut.list": [{ make: (a) => ({ query: at(a) }) }],
  "shortcut.create": [
    { make: async (a) => ({ json: { ...at(a), target: idOf(await own(a)) } }) },
    { make: (a) => ({ json: { root: a.root, folder: OPEN, target: at(a) } }) },
  ],
  "star.create": [{ make: (a) => ({ json: at(a) }) }],
  "root.access.list": [{ make: ({ root, folder }) => ({ params: { root }, query: { folder } }) }],
  "root.access.grant": [
    { make: ({ root, folder }) => ({ params: { root }, json: { subject_type: "workspace", folder } }) },
  ],
  "root.access.inherit": [{ make: ({ root, folder }) => ({ params: { root }, json: { folder } }) }],
  "icon.set": [{ make: ({ root, folder }) => ({ json: { target: `folder:${folder}`, icon: "lucide:rocket", root } }) }],
  "icon.clear": [{ make: ({ root, folder }) => ({ query: { target: `folder:${folder}`, root } }) }],
  "icon.describe": [{ make: ({ root, folder }) => ({ json: { target: `folder:${folder}`, description: "x", root } }) }],
  "search.grep": [{ make: (a) => ({ query: { q: "secret", ...at(a) } }) }],
  "search.ranked": [{ make: (a) => ({ query: { q: "secret", folder: a.folder } }) }],
  "changes.list": [{ make: (a) => ({ query: at(a) }) }],
  "bundle.create": [{ make: (a) => ({ json: at(a) }) }],
};

/** A folder of one's own My documents is closed to nobody who can name it. */
const OF_ONES_OWN = ["access.folder.list", "access.folder.grant"];

function idOf({ doc_id }: { doc_id: string }): { doc_id: string } {
  return { doc_id };
}

let folders = 0;

/** A folder of the root with a document in it, to be moved. */
async function another({ stage: { h: house, people }, root }: Asked): Promise<string> {
  const path = `other ${++folders}`;
  await made(house.call("POST /api/docs", { as: people.owner, json: { html: "x", root, folder: path } }));
  return path;
}

beforeAll(async () => {
  stage = await openStage(h, "a shared root");
  const { people, root } = stage;
  const boss = people["workspace owner"];
  await made(h.call("POST /api/folders", { as: boss, json: { root: root.slug, path: OPEN } }));
  for (const path of ["closed", "closed/below"]) {
    await made(h.call("POST /api/folders", { as: boss, json: { root: root.slug, path } }));
    const json = { html: "<p>secret</p>", title: "Secret", root: root.slug, folder: path };
    await made(h.call("POST /api/docs", { as: boss, json }));
  }
  const gone = await made(
    h.call("POST /api/docs", { as: boss, json: { html: "x", root: root.slug, folder: "closed" } }),
  );
  await made(h.call(`DELETE /api/docs/${gone.doc_id}`, { as: boss }));
  const json = { subject_type: "user", subject: boss.email, folder: "closed" };
  await made(h.call(`POST /api/roots/${root.slug}/access`, { as: boss, json }));
});

/** What could be told apart; `statements` stands for the time it takes. */
interface Seen {
  status: number;
  body: string;
  statements: number;
}

const RUNS = 3;

async function ask(entry: Entry, { make }: Naming, asked: Asked): Promise<Seen> {
  // What others left to do in the background may fall into any run, so the fewest statements are those of the call.
  const runs = [];
  for (let run = 0; run < RUNS; run++) {
    const input = await make(asked);
    runs.push(await countStatements(() => send(h, { entry, as: asked.as, made: input })));
  }
  const statements = Math.min(...runs.map((run) => run.statements));
  const answer = runs[0]?.value;
  if (!answer) throw new Error("nothing was sent");
  const told =
    typeof answer.body === "string" ? answer.body : JSON.stringify({ ...answer.body, request_id: undefined });
  return {
    status: answer.status,
    body: told.replaceAll(asked.folder, "<folder>").replaceAll(/other \d+/g, "<other>"),
    statements,
  };
}

/** What an operation that puts something there answers its caller who may, which is made at once where there is nothing. */
const isDone = ({ status }: Seen) => status < 300;

test.each(["other workspace", "member", "viewer", "commenter", "editor"] as const)(
  "to the %s a closed folder is like one that never was",
  async (caller) => {
    const told: string[] = [];
    const as = stage.people[caller];
    const { slug: root } = stage.root;
    for (const [id, ways] of Object.entries(NAMING)) {
      const entry = h.house.catalogue.byId.get(id);
      if (!entry) throw new Error(`there is no operation ${id}`);
      for (const [way, naming] of ways.entries()) {
        for (const below of ["", "/below"]) {
          const closed = await ask(entry, naming, { stage, as, root, folder: `closed${below}` });
          const absent = await ask(entry, naming, { stage, as, root, folder: `absent ${++folders}${below}` });
          // Where somebody may put something the name of a closed folder is taken, and no answer can hide that.
          const isTaken = naming.fills === true && isDone(absent) && closed.status >= 400;
          if (isTaken ? !/you hold none|you may not edit/.test(closed.body) : !Bun.deepEquals(closed, absent))
            told.push(`${id} (${way}${below}): ${JSON.stringify(closed)} is not ${JSON.stringify(absent)}`);
        }
      }
    }
    expect(told).toEqual([]);
  },
);

test("every operation that names a folder is asked", () => {
  const naming = h.house.catalogue.entries.filter((entry) => {
    if (entry.plugin === "signin" || entry.host !== "app") return false;
    const schemas = [entry.query, entry.body, entry.form].map((schema) => Object.keys(schema?.properties ?? {}));
    const names = schemas.flat();
    // Beside a document a path is one of its files.
    const isPath = names.includes("path") && ![...names, ...entry.texts].includes("doc_id") && !entry.params;
    return names.includes("folder") || names.includes("new_path") || names.includes("target") || isPath;
  });
  expect(naming.map((entry) => entry.id).sort()).toEqual([...Object.keys(NAMING), ...OF_ONES_OWN].sort());
});
