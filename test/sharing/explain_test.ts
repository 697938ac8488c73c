// Explaining access: every rule in order, adding up to the level that the person really holds.
import { describe, expect, test } from "bun:test";
import { LEVELS } from "../../plugins/places/port.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { group, share, team, withDocument, withPerson } from "./team.ts";

const h = await openHarness();

interface Explained {
  level: (typeof LEVELS)[number];
  rules: { rule: string; gives: (typeof LEVELS)[number] }[];
}

describe("an explanation", () => {
  test("names the rules in order, with what each gives and the grant that gives it", async () => {
    const { body } = await scenario(h, {
      given: async () => {
        const document = await withDocument(h, { folder: "Plans/2026", visibility: "workspace" });
        const json = { subject_type: "workspace", level: "comment" };
        await h.call("POST /api/folders/access?path=Plans", { as: document.anna, json });
        await share(h, document, withPerson(document.otto, "view"));
        return document;
      },
      act: ({ anna, otto, at }) => ({ as: anna, call: `GET ${at}/access/explain?user=${otto.email}` }),
      expect: ({ otto }) => ({
        status: 200,
        body: {
          user: { id: otto.user_id, email: otto.email },
          level: "comment",
          rules: [
            { rule: "owner", gives: "none" },
            { rule: "folder_grant", gives: "comment", folder: "Plans" },
            { rule: "document_grant", gives: "view", subject_label: otto.email },
            { rule: "narrowed", gives: "none" },
          ].map((rule) => expect.objectContaining(rule)),
        },
      }),
    });
    expect(body.rules[1].why).toBe("everybody in the workspace was given comment");
  });

  test("says in a root which folder's list counts, and that an empty one closes it", async () => {
    const { admin, otto } = await team(h);
    await h.call("POST /api/roots", { as: admin, json: { name: "Board", slug: "board" } });
    const { at } = await publish(h, { html: "x", root: "board", folder: "Minutes" }, { as: admin });
    const ask = async () => (await h.call(`GET ${at}/access/explain?user=${otto.email}`, { as: admin })).body.rules;
    expect((await ask())[1]).toMatchObject({
      rule: "place_list",
      gives: "none",
      folder: "",
      why: 'the list of "Board" is empty, which closes the place',
    });
    const json = { subject_type: "user", subject: otto.email, level: "edit", folder: "Minutes" };
    expect((await h.call("POST /api/roots/board/access", { as: admin, json })).status).toBe(201);
    expect((await ask())[1]).toMatchObject({
      rule: "place_list",
      gives: "edit",
      folder: "Minutes",
      subject_label: otto.email,
    });
  });

  test("is for who may share the document, about members", async () => {
    for (const [who, about, status] of [
      ["otto", "otto", 404],
      ["eve", "otto", 404],
      ["admin", "otto", 403],
      ["anna", "eve", 404],
    ] as const) {
      await scenario(h, {
        given: async () => {
          const document = await withDocument(h);
          await share(h, document, withPerson(document.admin, "edit"));
          return document;
        },
        act: (world) => ({ as: world[who], call: `GET ${world.at}/access/explain?user=${world[about].email}` }),
        expect: { status },
      });
    }
    const document = await withDocument(h);
    expect((await h.call(`GET ${document.at}/access/explain`, { as: document.anna })).status).toBe(422);
  });

  test("agrees with the level that the person holds, in many random cases", async () => {
    const people = await team(h);
    const { owner, admin, anna, otto } = people;
    const makers = await Promise.all([1, 2].map(() => h.person({ role: "member", workspace_id: owner.workspace_id })));
    const all: Person[] = [owner, admin, anna, otto, ...makers];
    await group(h, "design", [otto]);
    await h.call("POST /api/roots", { as: admin, json: { name: "Board", slug: "board" } });
    const random = mulberry(20_260_301);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const subject = () =>
      pick([
        { subject_type: "workspace" },
        { subject_type: "group", subject: "design" },
        { subject_type: "user", subject: pick(all).email },
      ]);
    const level = () => pick(["view", "comment", "edit"]);
    const given = { subject_type: "user", subject: anna.email, level: "edit", folder: "" };
    expect((await h.call("POST /api/roots/board/access", { as: admin, json: given })).status).toBe(201);
    let granted = 0;
    for (let round = 0; round < 40; round++) {
      const root = pick([undefined, undefined, "general", "board"]);
      const folder = `${pick(["A", "B"])}/${pick(["1", "2"])}`;
      const visibility = pick(["restricted", "unlisted", "workspace"]);
      const json = { html: "x", folder, visibility, listing: pick(["private", "team"]), ...(root && { root }) };
      const made = await h.call("POST /api/docs", { as: anna, json });
      const author = made.status === 201 ? made : await h.call("POST /api/docs", { as: owner, json });
      const at = `/api/docs/${author.body.doc_id}`;
      const sharer = root ? owner : made.status === 201 ? anna : owner;
      const grants = pick([0, 0, 1, 2]);
      for (let n = 0; n < grants; n++) {
        await h.call(`POST ${at}/access`, { as: sharer, json: { ...subject(), level: level() } });
      }
      const place = pick([folder, folder.slice(0, 1)]);
      if (random() < 0.3 && root) {
        await h.call(`POST /api/roots/${root}/access`, {
          as: owner,
          json: { ...subject(), level: level(), folder: place },
        });
      } else if (random() < 0.3) {
        await h.call(`POST /api/folders/access?path=${place}`, { as: sharer, json: { ...subject(), level: level() } });
      }
      for (const person of all) {
        const seen = await h.call(`GET ${at}/access`, { as: person });
        const shownLevel = seen.status === 200 ? seen.body.my_level : "none";
        const answer = await h.call(`GET ${at}/access/explain?user=${person.email}`, { as: sharer });
        expect([round, answer.status]).toEqual([round, 200]);
        const { level: said, rules }: Explained = answer.body;
        const highest = LEVELS[Math.max(...rules.map((rule) => LEVELS.indexOf(rule.gives)))];
        expect({ round, person: person.email, said, highest, rules }).toMatchObject({
          said: shownLevel,
          highest: shownLevel,
        });
        if (shownLevel !== "none" && shownLevel !== "own") granted++;
      }
    }
    expect(granted).toBeGreaterThan(40);
  });
});

/** Small random numbers that are the same at every run. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
