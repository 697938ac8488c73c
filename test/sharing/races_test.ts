// Grants at the same moment as the end of whom they name.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { group, withDocument, withPerson } from "./team.ts";

const h = await openHarness();

/** Grants that name a person or group which is not in the grant's workspace any more. */
async function countOrphans(): Promise<number> {
  const [row] = await h.runtime.database.sql<{ n: number }[]>`
    select count(*)::int as n from grants g
    where (g.subject_type = 'group' and not exists (select from groups x where x.group_id = g.subject_id))
      or (g.subject_type = 'user' and not exists
        (select from users u where u.user_id = g.subject_id and u.workspace_id = g.workspace_id))`;
  return row?.n ?? 0;
}

test("a group that is deleted while it is given something leaves no grant behind", async () => {
  for (let round = 0; round < 8; round++) {
    const document = await withDocument(h);
    const id = await group(h, "design", [document.otto]);
    const [given, gone] = await Promise.all([
      h.call(`POST ${document.at}/access`, { as: document.anna, json: { subject_type: "group", subject: "design" } }),
      h.call(`DELETE /api/groups/${id}`, { as: document.owner }),
    ]);
    expect(gone.status).toBe(200);
    expect([201, 404]).toContain(given.status);
    expect(await countOrphans()).toBe(0);
  }
});

test("a person who is removed while they are given something leaves no grant behind", async () => {
  for (let round = 0; round < 8; round++) {
    const document = await withDocument(h);
    const [given, gone] = await Promise.all([
      h.call(`POST ${document.at}/access`, { as: document.anna, json: withPerson(document.otto) }),
      h.call(`DELETE /api/members/${document.otto.user_id}`, { as: document.owner }),
    ]);
    expect(gone.status).toBe(200);
    expect([201, 404]).toContain(given.status);
    expect(await countOrphans()).toBe(0);
  }
});

test("sharing with one person many times at once makes one grant", async () => {
  const document = await withDocument(h);
  const levels = ["view", "comment", "edit", "view", "comment", "edit"];
  const answers = await Promise.all(
    levels.map((level) =>
      h.call(`POST ${document.at}/access`, { as: document.anna, json: withPerson(document.otto, level) }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual(levels.map(() => 201));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
});
