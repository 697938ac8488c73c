// Tickets of forms whose access or place is changed and changed back: what has ended stays so.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { formsOf } from "./made.ts";

const h = await openHarness();
const { makeForm, ticket, send, submit, must } = formsOf(h);

test("a ticket that a change of access or place ended stays so when that is changed back", async () => {
  const back: [string, (form: Awaited<ReturnType<typeof makeForm>>) => Promise<unknown>][] = [
    [
      "visibility",
      async (form) => {
        for (const visibility of ["restricted", "unlisted"]) await patch(form, form.form.doc_id, { visibility });
      },
    ],
    [
      "a password",
      async (form) => {
        await patch(form, form.form.doc_id, { visibility: "password", password: "one" });
        await patch(form, form.form.doc_id, { visibility: "unlisted" });
      },
    ],
    [
      "the page's folder",
      async (form) => {
        const { folder } = await must(h.call(`GET /api/docs/${form.form.doc_id}`, { as: form.as }));
        for (const at of ["elsewhere", folder]) await patch(form, form.form.doc_id, { folder: at });
      },
    ],
    [
      "the database's folder",
      async (form) => {
        const { folder } = await must(h.call(`GET /api/docs/${form.doc_id}`, { as: form.as }));
        for (const at of ["elsewhere", folder]) await patch(form, form.doc_id, { folder: at });
      },
    ],
    [
      "the database's readers",
      async (form) => {
        for (const visibility of ["workspace", "restricted"]) await patch(form, form.doc_id, { visibility });
      },
    ],
    [
      "a grant on the page",
      async (form) => {
        const colleague = await h.person({ role: "member", workspace_id: form.as.workspace_id });
        const at = `/api/docs/${form.form.doc_id}/access`;
        const json = { subject_type: "user", subject: colleague.email, level: "view" };
        await must(h.call(`POST ${at}`, { as: form.as, json }));
        const { grants } = await must(h.call(`GET ${at}`, { as: form.as }));
        expect(grants).toHaveLength(1);
        for (const { id } of grants) await must(h.call(`DELETE /api/access/${id}`, { as: form.as }));
      },
    ],
    [
      "whether it takes answers",
      async (form) => {
        for (const active of [false, true])
          await must(h.call(`PATCH ${form.form_at}`, { as: form.as, json: { active } }));
      },
    ],
  ];
  const patch = (form: { as: Awaited<ReturnType<typeof makeForm>>["as"] }, docId: string, json: object) =>
    must(h.call(`PATCH /api/docs/${docId}`, { as: form.as, json }));
  for (const [what, change] of back) {
    const form = await makeForm({ fields: ["name"] });
    const [whole, draft] = [await ticket(form), await ticket(form, { kind: "draft" })];
    await change(form);
    const sent = await send(form, { token: whole, data: { name: "Ann" } });
    const json = { token: draft, resume_token: "r".repeat(43), action: "save", data: { name: "Ann" }, base_version: 0 };
    const saved = await h.open(`/d/${form.slug}/_draft`, { method: "POST", json });
    expect([what, sent.status, saved.status]).toEqual([what, 403, 403]);
    expect([what, (await submit(form, { name: "Ann" })).status]).toEqual([what, 200]);
  }
});
