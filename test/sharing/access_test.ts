// Document grants: who gives, sees and takes them, and what they open.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { group, type Shared, share, team, withDocument, withPerson } from "./team.ts";

const h = await openHarness();

async function levelOf(document: Shared, person: Person): Promise<string> {
  const answer = await h.call(`GET ${document.at}/access`, { as: person });
  return answer.status === 200 ? answer.body.my_level : String(answer.status);
}

describe("sharing a document", () => {
  test("gives a person a level, shows the grant, and writes an audit row", async () => {
    const { body } = await scenario(h, {
      given: () => withDocument(h),
      act: ({ anna, at, otto }) => ({ as: anna, call: `POST ${at}/access`, json: withPerson(otto, "comment") }),
      expect: ({ doc, otto, anna }) => ({
        status: 201,
        body: {
          subject_type: "user",
          subject_id: otto.user_id,
          subject: { id: otto.user_id, slug: null, name: otto.email },
          subject_label: otto.email,
          level: "comment",
          created_by: anna.user_id,
          created_at: h.clock.now().toISOString(),
          doc_id: doc.doc_id,
          root_id: null,
          folder: null,
          folder_owner_id: null,
          inherited: false,
        },
        audit: [
          {
            action: "access.grant",
            target_type: "doc",
            target_id: doc.doc_id,
            meta: { doc_id: doc.doc_id, subject_type: "user", subject: otto.email, level: "comment", was: null },
          },
        ],
      }),
    });
    expect(body.id).toBeInteger();
  });

  test("gives view where no level is named, and again changes the level of the same grant", async () => {
    const document = await withDocument(h);
    const first = await share(h, document, { subject_type: "user", subject: document.otto.email });
    expect(first.body.level).toBe("view");
    const second = await share(h, document, withPerson(document.otto, "edit"));
    expect([second.body.id, second.body.level]).toEqual([first.body.id, "edit"]);
    expect((await h.audit()).at(-1)?.meta).toMatchObject({ level: "edit", was: "view" });
    expect(await levelOf(document, document.otto)).toBe("edit");
    const { length } = await h.audit();
    await share(h, document, withPerson(document.otto, "edit"));
    expect(await h.audit()).toHaveLength(length);
  });

  test("with a group and with the workspace opens it for everybody meant", async () => {
    const document = await withDocument(h);
    await group(h, "design", [document.otto]);
    const made = await share(h, document, { subject_type: "group", subject: "design", level: "comment" });
    expect(made.body).toMatchObject({ subject_label: "group:design", subject: { slug: "design" } });
    expect(await levelOf(document, document.otto)).toBe("comment");
    expect(await levelOf(document, document.admin)).toBe("404");
    const all = await share(h, document, { subject_type: "workspace", level: "view" });
    expect(all.body.subject_label).toBe(`workspace:${document.owner.workspace}`);
    expect(await levelOf(document, document.admin)).toBe("view");
    expect(await levelOf(document, document.eve)).toBe("404");
  });

  test.each([
    ["otto", 404],
    ["eve", 404],
    ["admin", 404],
    ["owner", 404],
  ] as const)("is a 404 to %s, who has no level on it", async (who, status) => {
    await scenario(h, {
      given: () => withDocument(h),
      act: (world) => ({ as: world[who], call: `POST ${world.at}/access`, json: withPerson(world.otto) }),
      expect: { status, error: "document not found" },
    });
  });

  test.each(["view", "comment", "edit"])("is a 403 to somebody who holds %s", async (level) => {
    await scenario(h, {
      given: async () => {
        const document = await withDocument(h);
        await share(h, document, withPerson(document.otto, level));
        return document;
      },
      act: ({ otto, at, admin }) => ({ as: otto, call: `POST ${at}/access`, json: withPerson(admin) }),
      expect: { status: 403, error: `only the document's owner may do this; you hold ${level}` },
    });
  });

  test("answers 404 for people and groups that are not in the workspace, and 400 for a subject that does not fit", async () => {
    const wrong: [object, number][] = [
      [{ subject_type: "user", subject: "nobody@example.org" }, 404],
      [{ subject_type: "group", subject: "nogroup" }, 404],
      [{ subject_type: "user" }, 400],
      [{ subject_type: "group", subject: null }, 400],
      [{ subject_type: "workspace", subject: "x" }, 400],
      [{ subject_type: "everybody" }, 400],
      [{ subject_type: "workspace", level: "own" }, 400],
      [{ subject: "x" }, 422],
    ];
    for (const [json, status] of wrong) {
      await scenario(h, {
        given: () => withDocument(h),
        act: ({ anna, at }) => ({ as: anna, call: `POST ${at}/access`, json }),
        expect: { status },
      });
    }
    await scenario(h, {
      given: () => withDocument(h),
      act: ({ anna, at, eve }) => ({ as: anna, call: `POST ${at}/access`, json: withPerson(eve) }),
      expect: { status: 404, error: /is not a member of this workspace/ },
    });
    await scenario(h, {
      given: () => withDocument(h),
      act: ({ anna, at }) => ({ as: anna, call: `POST ${at}/access`, json: withPerson(anna) }),
      expect: { status: 400, error: /owns the document/ },
    });
  });

  test("with a group needs the Team plan, with a person and the workspace none", async () => {
    await scenario(h, {
      given: async () => {
        const document = await withDocument(h, {}, "free");
        await group(h, "design", [document.otto]);
        return document;
      },
      act: ({ anna, at }) => ({
        as: anna,
        call: `POST ${at}/access`,
        json: { subject_type: "group", subject: "design" },
      }),
      expect: { status: 403, error: /groups need the Team plan/ },
    });
    const document = await withDocument(h, {}, "free");
    await share(h, document, withPerson(document.otto));
    await share(h, document, { subject_type: "workspace" });
  });

  test("narrows a workspace document to those it is shared with, and says so", async () => {
    const document = await withDocument(h, { visibility: "workspace" });
    expect(await levelOf(document, document.admin)).toBe("view");
    await share(h, document, withPerson(document.otto));
    const seen = await h.call(`GET ${document.at}/access`, { as: document.otto });
    expect(seen.body).toMatchObject({ narrowed: true, my_level: "view", can_manage: false });
    expect(await levelOf(document, document.admin)).toBe("404");
  });

  test("in a root is for its managers alone", async () => {
    const { anna, owner, otto, admin } = await team(h);
    const made = await h.call("POST /api/docs", { as: anna, json: { html: "x", root: "general" } });
    const at = `/api/docs/${made.body.doc_id}`;
    const refused = await h.call(`POST ${at}/access`, { as: anna, json: withPerson(otto) });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'only the managers of "General" may do this; you hold edit',
    ]);
    expect((await h.call(`POST ${at}/access`, { as: admin, json: withPerson(otto, "edit") })).status).toBe(201);
    expect((await h.call(`POST ${at}/access`, { as: owner, json: withPerson(anna) })).status).toBe(201);
    const list = await h.call(`GET ${at}/access`, { as: otto });
    expect(
      list.body.grants.map((one: Record<string, unknown>) => [one["subject_label"], one["level"], one["inherited"]]),
    ).toEqual([
      [otto.email, "edit", false],
      [anna.email, "view", false],
      [`workspace:${owner.workspace}`, "edit", true],
    ]);
  });
});

describe("the list of who has access", () => {
  test("shows the owner, own grants and those of folders above", async () => {
    await scenario(h, {
      given: async () => {
        const document = await withDocument(h, { folder: "Plans/2026" });
        await share(h, document, withPerson(document.otto));
        const json = { subject_type: "workspace", level: "comment" };
        await h.call("POST /api/folders/access?path=Plans", { as: document.anna, json });
        return document;
      },
      act: ({ otto, at }) => ({ as: otto, call: `GET ${at}/access` }),
      expect: ({ doc, anna, otto, owner }) => ({
        status: 200,
        body: {
          doc_id: doc.doc_id,
          owner: { id: anna.user_id, email: anna.email },
          my_level: "comment",
          can_manage: false,
          narrowed: false,
          grants: [
            expect.objectContaining({ subject_label: otto.email, inherited: false, doc_id: doc.doc_id }),
            expect.objectContaining({
              subject_label: `workspace:${owner.workspace}`,
              inherited: true,
              folder: "Plans",
              folder_owner_id: anna.user_id,
              doc_id: null,
            }),
          ],
        },
      }),
    });
  });
});

test("a group's page shows what it was given, as far as whoever looks may open it", async () => {
  const document = await withDocument(h);
  const id = await group(h, "design", [document.otto]);
  const hidden = await publish(h, { html: "x" }, { as: document.otto });
  for (const one of [document, hidden])
    await share(h, one, { subject_type: "group", subject: "design", level: "edit" });
  await share(h, document, withPerson(document.owner));
  const { body } = await h.call(`GET /api/groups/${id}`, { as: document.owner });
  expect(body.grants).toEqual([
    expect.objectContaining({
      resource_type: "doc",
      label: "Plan",
      doc_id: document.doc.doc_id,
      level: "edit",
      folder: null,
    }),
  ]);
});
