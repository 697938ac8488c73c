// Folders that move while documents come to lie in them:
// everything lands somewhere, guards hold, and nobody waits for another forever.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { openSpace } from "../roots/space.ts";

const h = await openHarness();

test.each(["~", "plans"])(
  "publishing into folders of %p that are renamed, merged and removed loses nothing",
  async (root) => {
    const { owner: as } = await openSpace(h);
    const publish = (folder: string) => h.call("POST /api/docs", { as, json: { html: "x", folder, root } });
    const rename = (path: string, new_path: string) =>
      h.call("PATCH /api/folders", { as, json: { path, new_path, root } });
    const remove = (path: string) => h.call(`DELETE /api/folders?path=${path}&force=true&root=${root}`, { as });
    let published = 0;
    for (let round = 0; round < 6; round++) {
      await publish("a/b");
      published += 1;
      const answers = await Promise.all([
        publish("a/b"),
        publish(`a/b/new${round}`),
        rename("a", "c"),
        publish("a"),
        rename("c", "a"),
        remove("a/b"),
        publish("c/b"),
        rename("a/b", "c/b"),
      ]);
      for (const { status, body } of answers)
        expect([status < 500 || body, body.error ?? ""]).toEqual([true, body.error ?? ""]);
      published += answers.filter((answer) => answer.status === 201).length;
    }
    const { body } = await h.call(`GET /api/docs?root=${root}&folder=&recursive=true`, { as });
    expect(body.docs).toHaveLength(published);
    const wrong = await h.runtime.database.sql`
    select p.path from places p where p.workspace_id = ${as.workspace_id} and p.root_id is null and p.guard_ids <> array(
      select u.place_id from places u where u.owner_id = p.owner_id
        and (u.path = '' or u.path = p.path or starts_with(p.path, u.path || '/')) order by length(u.path))`;
    expect([...wrong]).toEqual([]);
  },
);
