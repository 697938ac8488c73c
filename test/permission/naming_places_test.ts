// Every write that names a place, however new:
// whether it puts something there, and then that it puts it where a document might be moved.
import { expect, test } from "bun:test";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { expectGolden } from "../harness/golden.ts";
import { type Answer, openHarness } from "../harness/harness.ts";
import { waysInFolder } from "./in_folder.ts";
import { INPUTS } from "./inputs.ts";
import { send } from "./matrix.ts";
import { openPlacing, said, type Where } from "./placing.ts";
import { type Caller, withDocument } from "./stage.ts";
import { unlimited } from "./unlimited.ts";

const h = await openHarness({ manifest: unlimited });
let placing = await openPlacing(h);

/** What puts a document or a folder somewhere in ways that test/permission/placing_test.ts knows. */
const TRIED = [
  ...[
    "doc.publish",
    "doc.publish_snippet",
    "doc.publish_file",
    "doc.publish_file_content",
    "doc.upload",
    "upload.create",
  ],
  ...["doc.update", "doc.duplicate", "doc.undelete", "folder.create", "folder.rename", "folder.delete"],
];

const HEAD = `# What writes that name a place do there

Every write with a root or a folder among its members, called for nine places by the workspace's owner; in brackets the statuses of the
answers. What puts a document or a folder there is held against what a move of a document to the same place answers everybody, here or in
test/permission/placing_test.ts. What puts nothing there only says something about the place, or reads it.
`;

/** Writes whose input names a place; a root in the address has a rule of its own. */
const naming = h.runtime.catalogue.entries.filter((entry) => {
  const names = [entry.query, entry.body, entry.form].flatMap((schema) => Object.keys(schema?.properties ?? {}));
  return entry.effect === "write" && (names.includes("folder") || names.includes("root"));
});

/** How many documents lie at a place, in the trash or not, and whether it is a folder made on its own; a grant only prepares one. */
async function countAt({ root, folder }: Where, user_id: number): Promise<string> {
  const { stage } = placing;
  const { sql } = h.runtime.database;
  const [row] = await sql`
    select count(distinct p.place_id) filter (where p.explicit)::int as folders, count(d.doc_id)::int as documents
    from places p left join roots r using (root_id) left join documents d using (place_id)
    where p.workspace_id = ${stage.people.owner.workspace_id} and p.path = ${folder}
      and case when ${root} = '~' then p.owner_id = ${user_id} else r.slug = ${root} end`;
  return JSON.stringify(row);
}

/** What it answers somebody who asks for a place, and whether something lies there afterwards that did not. */
async function ask(entry: Entry, caller: Exclude<Caller, "stranger">, where: Where) {
  const { stage } = placing;
  const as = stage.people[caller];
  const before = await countAt(where, as.user_id);
  const answers: Answer[] = [];
  for (const make of waysInFolder(entry, caller)) {
    const on = await withDocument(stage, INPUTS[entry.id]?.document);
    answers.push(await send(h, { entry, as, made: await make({ stage: on, as, ...where }) }));
  }
  return { answers, puts: (await countAt(where, as.user_id)) !== before };
}

/** Whether it ever puts something at a place, and the statuses of its answers. */
async function tryPlaces(entry: Entry): Promise<{ puts: boolean; statuses: number[] }> {
  const statuses = new Set<number>();
  let puts = false;
  for (const where of placing.places.values()) {
    const asked = await ask(entry, "workspace owner", where);
    for (const { status } of asked.answers) statuses.add(status);
    puts ||= asked.puts;
  }
  return { puts, statuses: [...statuses].sort() };
}

test("a write that names a place puts nothing there, or what might be moved there: golden file naming_places.golden.md", async () => {
  const lines = TRIED.map((id) => `${id}: tried by itself`);
  for (const entry of naming.filter(({ id }) => !TRIED.includes(id))) {
    const { puts, statuses } = await tryPlaces(entry);
    lines.push(`${entry.id}: puts ${puts ? "something" : "nothing"} there (${statuses.join(", ")})`);
    if (!puts) continue;
    const { compare, moveOf, own } = placing;
    const told = await compare(async (as, where, caller) => {
      const moved = await moveOf(await own(as), as, where);
      const { answers } = await ask(entry, caller, where);
      return { moved, asked: answers.map(said).find((one) => !Bun.deepEquals(one, moved)) ?? moved };
    });
    expect({ id: entry.id, told }).toEqual({ id: entry.id, told: [] });
    // What it left at the places would change what those after it answer.
    placing = await openPlacing(h);
  }
  const shown = lines.sort().map((line) => `- ${line}\n`);
  await expectGolden(new URL("./naming_places.golden.md", import.meta.url), `${HEAD}\n${shown.join("")}`);
});

test("what is tried by itself names a place", () => {
  expect(TRIED.filter((id) => !naming.some((entry) => entry.id === id))).toEqual([]);
});
