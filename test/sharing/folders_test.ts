// Folders of My documents, shared: everything at or under them opens, also what comes later.
import { describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { group, type Shared, withDocument, withPerson } from "./team.ts";

const h = await openHarness();

const inPlans = () => withDocument(h, { folder: "Plans/2026" });

async function shareFolder(document: Shared, path: string, json: object): Promise<number> {
  const { status, body } = await h.call(`POST /api/folders/access?path=${encodeURIComponent(path)}`, {
    as: document.anna,
    json,
  });
  expect(status).toBe(201);
  return body.id;
}

async function sees(document: { at: string }, person: Person): Promise<number> {
  return (await h.call(`GET ${document.at}/access`, { as: person })).status;
}

describe("sharing a folder", () => {
  test("gives a level on what lies at or under it, now and later, and writes an audit row", async () => {
    await scenario(h, {
      given: inPlans,
      act: ({ anna, otto }) => ({
        as: anna,
        call: "POST /api/folders/access?path=Plans",
        json: withPerson(otto, "edit"),
      }),
      expect: ({ anna, otto }) => ({
        status: 201,
        body: {
          level: "edit",
          folder: "Plans",
          folder_owner_id: anna.user_id,
          doc_id: null,
          subject_label: otto.email,
        },
        audit: [{ action: "access.grant", target_type: "folder", target_id: "Plans", meta: { folder: "Plans" } }],
      }),
    });
    const document = await inPlans();
    await shareFolder(document, "Plans", withPerson(document.otto, "edit"));
    expect(await sees(document, document.otto)).toBe(200);
    const later = await publish(h, { html: "x", folder: "Plans/New" }, { as: document.anna });
    const elsewhere = await publish(h, { html: "x", folder: "Other" }, { as: document.anna });
    expect([await sees(later, document.otto), await sees(elsewhere, document.otto)]).toEqual([200, 404]);
  });

  test("refuses the root, a folder that is not there, oneself, and a group below Team", async () => {
    const refused: [string, (world: Shared) => object, { status: number; error?: RegExp }][] = [
      ["", ({ otto }) => withPerson(otto), { status: 400, error: /root of My documents cannot be shared/ }],
      ["/", ({ otto }) => withPerson(otto), { status: 400, error: /root of My documents cannot be shared/ }],
      ["Nowhere", ({ otto }) => withPerson(otto), { status: 404, error: /folder "Nowhere" is not found/ }],
      ["a//b", ({ otto }) => withPerson(otto), { status: 400, error: /segment/ }],
      ["Plans", ({ anna }) => withPerson(anna), { status: 400, error: /share it with somebody else/ }],
      ["Plans", ({ eve }) => withPerson(eve), { status: 404, error: /not a member/ }],
    ];
    for (const [path, json, expected] of refused) {
      await scenario(h, {
        given: inPlans,
        act: (world) => ({ as: world.anna, call: `POST /api/folders/access?path=${path}`, json: json(world) }),
        expect: expected,
      });
    }
    await scenario(h, {
      given: async () => {
        const document = await withDocument(h, { folder: "Plans" }, "free");
        await group(h, "design", [document.otto]);
        return document;
      },
      act: ({ anna }) => ({
        as: anna,
        call: "POST /api/folders/access?path=Plans",
        json: { subject_type: "group", subject: "design" },
      }),
      expect: { status: 403, error: /Team/ },
    });
  });

  test("is about one's own folders alone", async () => {
    await scenario(h, {
      given: inPlans,
      act: ({ admin, otto }) => ({ as: admin, call: "POST /api/folders/access?path=Plans", json: withPerson(otto) }),
      expect: { status: 404 },
    });
  });
});

describe("the list of a folder", () => {
  test("shows its own grants and, marked, those above it", async () => {
    await scenario(h, {
      given: async () => {
        const document = await inPlans();
        await shareFolder(document, "Plans", { subject_type: "workspace", level: "comment" });
        await shareFolder(document, "Plans/2026", withPerson(document.otto));
        return document;
      },
      act: ({ anna }) => ({ as: anna, call: "GET /api/folders/access?path=Plans/2026/" }),
      expect: ({ otto }) => ({
        status: 200,
        body: {
          path: "Plans/2026",
          grants: [
            expect.objectContaining({ folder: "Plans", inherited: true, level: "comment" }),
            expect.objectContaining({ folder: "Plans/2026", inherited: false, subject_label: otto.email }),
          ],
        },
      }),
    });
    await scenario(h, {
      given: inPlans,
      act: ({ anna }) => ({ as: anna, call: "GET /api/folders/access?path=Nowhere" }),
      expect: { status: 404 },
    });
  });
});

describe("taking a folder's grant away", () => {
  async function granted() {
    const document = await inPlans();
    return { ...document, grant_id: await shareFolder(document, "Plans", withPerson(document.otto)) };
  }

  test("closes it at once; DELETE /api/access takes the same id", async () => {
    await scenario(h, {
      given: granted,
      act: ({ anna, grant_id }) => ({ as: anna, call: `DELETE /api/folders/access?grant_id=${grant_id}` }),
      expect: ({ grant_id }) => ({
        status: 200,
        body: { id: grant_id, deleted: true },
        audit: [{ action: "access.revoke", target_type: "folder", target_id: "Plans" }],
      }),
    });
    for (const who of ["anna", "admin"] as const) {
      const document = await granted();
      expect((await h.call(`DELETE /api/access/${document.grant_id}`, { as: document[who] })).status).toBe(200);
      expect(await sees(document, document.otto)).toBe(404);
    }
  });

  test("is a 403 to who sees it, and a 404 to everybody else, as for an unknown id", async () => {
    const expected = { otto: 403, cem: 403, admin: 404, eve: 404 };
    for (const [who, status] of Object.entries(expected)) {
      await scenario(h, {
        given: async () => {
          const document = await granted();
          // The list of the one document that is open to him names the folder's grant.
          const cem = await h.person({ role: "member", workspace_id: document.anna.workspace_id });
          await h.call(`POST ${document.at}/access`, { as: document.anna, json: withPerson(cem) });
          return { ...document, cem };
        },
        act: (world) => ({
          as: world[who as keyof typeof expected],
          call: `DELETE /api/folders/access?grant_id=${world.grant_id}`,
        }),
        expect: {
          status,
          error: status === 403 ? "only the folder's owner may take it away here" : "grant not found",
        },
      });
    }
    const document = await granted();
    for (const as of [document.otto, document.anna]) {
      const given = await h.call(`POST ${document.at}/access`, { as: document.anna, json: withPerson(document.otto) });
      expect((await h.call(`DELETE /api/folders/access?grant_id=${given.body.id}`, { as })).status).toBe(404);
    }
    expect((await h.call("DELETE /api/folders/access", { as: document.anna })).status).toBe(422);
  });
});
