// Whether an answer tells that a folder exists:
// every operation that names one, for a folder that is closed to the caller and for one that never was.
import { beforeAll, expect, test } from "bun:test";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { openHarness } from "../harness/harness.ts";
import { namesFolder, waysInFolder } from "./in_folder.ts";
import type { InFolder, NamedFolder } from "./input.ts";
import { INPUT_FILES, INPUTS } from "./inputs.ts";
import { send } from "./matrix.ts";
import { made, openStage, type Stage } from "./stage.ts";
import { countStatements } from "./statements.ts";
import { unlimited } from "./unlimited.ts";

const h = await openHarness({ manifest: unlimited });

let stage: Stage;
let folders = 0;

beforeAll(async () => {
  stage = await openStage(h, "a shared root");
  const { people, root } = stage;
  const boss = people["workspace owner"];
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

const MORE_ROUNDS = 4;

/**
 * Asks for a closed folder and for one that never was. On a busy machine something of the background may fall into every run of
 * one of them, so where their statements differ they are counted again: what truly differs does so each time.
 */
async function askBoth(
  entry: Entry,
  make: InFolder,
  { closed, nextAbsent, ...asked }: Omit<NamedFolder, "folder"> & { closed: string; nextAbsent: () => string },
): Promise<{ closed: Seen; absent: Seen; folder: string }> {
  const folder = nextAbsent();
  const first = await ask(entry, make, { ...asked, folder: closed });
  const second = await ask(entry, make, { ...asked, folder });
  for (let round = 0; round < MORE_ROUNDS && first.statements !== second.statements; round++) {
    const one = await ask(entry, make, { ...asked, folder: closed });
    const other = await ask(entry, make, { ...asked, folder: nextAbsent() });
    first.statements = Math.min(first.statements, one.statements);
    second.statements = Math.min(second.statements, other.statements);
  }
  return { closed: first, absent: second, folder };
}

async function ask(entry: Entry, make: InFolder, asked: NamedFolder): Promise<Seen> {
  const input = await make(asked);
  const { value: answer, statements } = await countStatements(() => send(h, { entry, as: asked.as, made: input }));
  const told =
    typeof answer.body === "string" ? answer.body : JSON.stringify({ ...answer.body, request_id: undefined });
  return {
    status: answer.status,
    // Numbers of what was made in between, and the key of a form that is made once, each time another.
    body: spellings(asked.folder)
      .reduce((text, { spelt, name }) => text.replaceAll(spelt, name), told)
      .replaceAll(/(name="~key" value=")[^"]*/g, "$1<key>")
      .replaceAll(/other \d+/g, "<other>")
      .replaceAll(/(navigation \\?")\d+/g, "$1<id>")
      .replaceAll(/("(?:[a-z_]+_)?id":)\d+/g, "$1<id>"),
    statements,
  };
}

/** How a page may write a folder and the one above it: as it is, in the address of its own page, in that of another. */
function spellings(folder: string): { spelt: string; name: string }[] {
  const above = folder.split("/")[0] ?? "";
  return [
    { path: folder, name: "<folder>" },
    { path: above, name: "<above>" },
  ].flatMap(({ path, name }) => [
    { spelt: path, name },
    { spelt: encodeURI(path), name },
    { spelt: `${new URLSearchParams({ folder: path })}`, name: `folder=${name}` },
  ]);
}

/** What an operation that puts something there answers its caller who may, which is made at once where there is nothing. */
const isDone = ({ status }: Seen) => status < 300;

/** Whether the folder is there; what puts something into one that is not makes it. */
async function isThere(path: string): Promise<boolean> {
  const [row] = await h.runtime.database.sql`select from places where root_id = ${stage.root.id} and path = ${path}`;
  return row !== undefined;
}

const naming = h.runtime.catalogue.entries.filter(namesFolder);

test.each(["other workspace", "member", "viewer", "commenter", "editor"] as const)(
  "to the %s a closed folder is like one that never was",
  async (caller) => {
    const told: string[] = [];
    const as = stage.people[caller];
    const { slug: root } = stage.root;
    for (const entry of naming) {
      for (const [way, make] of waysInFolder(entry, caller).entries()) {
        for (const below of ["", "/below"]) {
          const nextAbsent = () => `absent ${++folders}${below}`;
          const named = { stage, as, root, closed: `closed${below}`, nextAbsent };
          const { closed, absent, folder } = await askBoth(entry, make, named);
          // Where somebody may put something the name of a closed folder is taken, and no answer can hide that.
          const isTaken =
            closed.status >= 400 && isDone(absent) && (INPUTS[entry.id]?.puts_later || (await isThere(folder)));
          if (isTaken ? !/you hold none|you may not edit/.test(closed.body) : !Bun.deepEquals(closed, absent))
            told.push(`${entry.id} (${way}${below}): ${JSON.stringify(closed)} is not ${JSON.stringify(absent)}`);
        }
      }
    }
    expect(told).toEqual([]);
  },
);

/** Of every folder whose list does not name the caller, which is that of whoever manages the root. */
const SAYS_THE_SAME = new Set(["root.access.leave"]);

test("every operation that names a folder is asked with an input that looks for it", async () => {
  const unlooked: string[] = [];
  const as = stage.people["workspace owner"];
  const { slug: root } = stage.root;
  for (const entry of naming) {
    for (const [way, make] of waysInFolder(entry, "workspace owner").entries()) {
      const folder = `open ${++folders}`;
      await made(h.call("POST /api/docs", { as, json: { html: "x", root, folder } }));
      const open = await ask(entry, make, { stage, as, root, folder });
      const absent = await ask(entry, make, { stage, as, root, folder: `absent ${++folders}` });
      // What refuses one that is there as it does one that is not never looked for it.
      if (!isDone(open) && open.status === absent.status && !SAYS_THE_SAME.has(entry.id))
        unlooked.push(`${entry.id} (${way}): ${open.body}`);
    }
  }
  expect(unlooked, `give these a working "in_folder" in ${INPUT_FILES}`).toEqual([]);
});
