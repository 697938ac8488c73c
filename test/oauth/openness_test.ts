// A connection with a highest visibility: whatever it calls, nothing becomes readable by more people than that.
import { afterAll, describe, expect, test } from "bun:test";
import type { ParsedBody, Person } from "../harness.ts";
import { must, openSpace, put } from "../roots/space.ts";
import { type Connected, openOauthHouse } from "./oauth_house.ts";

const house = await openOauthHouse();
const { h } = house;
afterAll(() => house.close());

const bearer = (by: Connected) => ({ authorization: `Bearer ${by.access_token}` });
const rest = (by: Connected, route: string, json?: unknown) =>
  h.call(route, { headers: bearer(by), ...(json === undefined ? {} : { json }) });

async function connect(person: Person, max: string): Promise<Connected> {
  return house.connect(person, { choice: { max_visibility: max } });
}

const documentIn = (person: Person, json: object): Promise<ParsedBody> => put(h, person, { html: "<p>x</p>", ...json });

describe("publishing a folder", () => {
  test("is as open as the site is: to everybody, to the workspace, or to a group", async () => {
    const person = await h.person();
    await must(h.call("POST /api/folders", { as: person, json: { path: "Plans" } }));
    const group = await must(h.call("POST /api/groups", { as: person, json: { name: "Readers" } }));
    const route = "PUT /api/folder-meta?path=Plans";
    const site = (publish_visibility: string) => ({
      published: true,
      publish_visibility,
      publish_group_id: group.body.id,
    });
    for (const [max, refused, allowed] of [
      ["restricted", ["public", "signed_in"], ["group"]],
      ["workspace", ["public"], ["signed_in", "group"]],
      ["unlisted", ["public"], ["signed_in"]],
      ["any", [], ["public"]],
    ] as const) {
      const by = await connect(person, max);
      for (const one of refused) expect([max, one, (await rest(by, route, site(one))).status]).toEqual([max, one, 403]);
      for (const one of allowed) expect([max, one, (await rest(by, route, site(one))).status]).toEqual([max, one, 200]);
      // Without a word of it a site is public.
      await must(h.call(route, { as: person, json: { published: false, publish_visibility: null } }));
      const silent = await rest(by, route, { published: true });
      expect([max, silent.status]).toEqual([max, max === "any" ? 200 : 403]);
      await must(h.call(route, { as: person, json: { published: false } }));
    }
  });
});
