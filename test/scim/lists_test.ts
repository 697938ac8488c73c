// Lists of users and groups: pages by index, totals, filters.
import { describe, expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { openProvider } from "./provider.ts";

const h = await openHarness();
describe("lists", () => {
  test("are paged by index, count what there is in all, and bound a page", async () => {
    const p = await openProvider(h);
    for (let n = 0; n < 5; n++) await p.made("POST /Users", { userName: `p${n}-${crypto.randomUUID()}@firm.example` });
    const ids = (await p.made("GET /Users")).Resources.map((one: { id: string }) => one.id);
    expect(ids).toHaveLength(6);
    for (const [query, startIndex, expected] of [
      ["startIndex=1&count=2", 1, ids.slice(0, 2)],
      ["startIndex=3&count=2", 3, ids.slice(2, 4)],
      ["startIndex=6&count=2", 6, ids.slice(5)],
      ["startIndex=7&count=2", 7, []],
      ["startIndex=0&count=-3", 1, []],
      ["startIndex=-5&count=6", 1, ids],
      ["count=0", 1, []],
      ["count=100000", 1, ids],
    ] as const) {
      const list = await p.made(`GET /Users?${query}`);
      expect([query, list.totalResults, list.startIndex, list.itemsPerPage]).toEqual([
        query,
        6,
        startIndex,
        expected.length,
      ]);
      expect(list.Resources.map((one: { id: string }) => one.id)).toEqual(expected);
    }
  });

  test("of users are filtered by one term", async () => {
    const p = await openProvider(h);
    const mark = crypto.randomUUID().slice(0, 8);
    const ann = await p.made("POST /Users", { userName: `ann_${mark}@firm.example`, externalId: `X%${mark}` });
    const bob = await p.made("POST /Users", { userName: `bob${mark}@firm.example` });
    await p.send(`DELETE /Users/${bob.id}`);
    const owner = String(p.owner.user_id);
    for (const [filter, expected] of [
      [`userName eq "ANN_${mark}@FIRM.example"`, [ann.id]],
      [`UserName EQ "ann_${mark}@firm.example"`, [ann.id]],
      [`urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ann_${mark}@firm.example"`, [ann.id]],
      [`emails eq "ann_${mark}@firm.example"`, [ann.id]],
      [`emails.value eq "bob${mark}@firm.example"`, [bob.id]],
      [`externalId eq "x%${mark}"`, [ann.id]],
      [`userName sw "ann_"`, [ann.id]],
      [`userName sw "a_n"`, []],
      [`userName co "${mark}"`, [ann.id, bob.id]],
      [`userName ew "@firm.example"`, [ann.id, bob.id]],
      [`userName ne "ann_${mark}@firm.example"`, [owner, bob.id]],
      [`externalId pr`, [ann.id]],
      [`externalId ne "x%${mark}"`, [owner, bob.id]],
      [`userName pr`, [owner, ann.id, bob.id]],
      ["active eq true", [owner, ann.id]],
      ["active eq False", [bob.id]],
      [`userName eq "no address at all"`, []],
      [`userName eq "a\\"b"`, []],
    ] as const) {
      const list = await p.made(`GET /Users?filter=${encodeURIComponent(filter)}`);
      const found = list.Resources.map((one: { id: string }) => one.id);
      expect([filter, found, list.totalResults]).toEqual([filter, [...expected], expected.length]);
      const counted = await p.made(`GET /Users?count=0&filter=${encodeURIComponent(filter)}`);
      expect([filter, counted.totalResults]).toEqual([filter, expected.length]);
    }
  });

  test("of groups are filtered by one term, and hold members unless those are left out", async () => {
    const p = await openProvider(h);
    const members = [{ value: String(p.owner.user_id) }];
    const a = await p.made("POST /Groups", { displayName: "Alpha", externalId: "a", members });
    const b = await p.made("POST /Groups", { displayName: "Beta" });
    for (const [filter, expected] of [
      ['displayName eq "ALPHA"', [a.id]],
      ['displayName co "ph"', [a.id]],
      ['displayName ne "alpha"', [b.id]],
      ["externalId pr", [a.id]],
      ['externalId eq "A"', [a.id]],
      ['displayName ew "a"', [a.id, b.id]],
    ] as const) {
      const list = await p.made(`GET /Groups?filter=${encodeURIComponent(filter)}`);
      expect([filter, list.Resources.map((one: { id: string }) => one.id)]).toEqual([filter, [...expected]]);
    }
    expect((await p.made("GET /Groups")).Resources[0].members).toHaveLength(1);
    expect((await p.made("GET /Groups?excludedAttributes=members")).Resources[0].members).toBeUndefined();
  });

  test.each([
    'userName eq "a" and active eq true',
    'userName eq "a" or userName eq "b"',
    '(userName eq "a")',
    'not (userName eq "a")',
    'emails[type eq "work"].value eq "a"',
    'name.familyName eq "a"',
    'userName gt "a"',
    "userName eq a",
    "userName eq 'a'",
    'userName pr "a"',
    "userName",
    "",
    'active ne "true"',
    "active pr",
    'active eq "yes"',
    'constructor eq "a"',
    'displayName eq "a"',
    'userName eq "\\u0000"',
  ])("refuse the filter %s with 400 invalidFilter", async (filter) => {
    const p = await openProvider(h);
    const { status, body } = await p.send(`GET /Users?filter=${encodeURIComponent(filter)}`);
    expect([status, body.scimType]).toEqual([400, "invalidFilter"]);
  });
});
