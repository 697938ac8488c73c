// Whole answers: one record of each ticket, and nothing of the table to whoever sends them.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { formsOf } from "./made.ts";

const h = await openHarness();
const { makeForm, ticket, send, submit, records, must } = formsOf(h);

test("an answer becomes one complete record, told in the feed by nobody, and its repeat the same receipt", async () => {
  const form = await makeForm();
  const token = await ticket(form);
  const sent = { token, data: { name: "Ann", amount: 3 } };
  const first = await send(form, sent);
  expect([first.status, first.body]).toEqual([
    200,
    { received: true, receipt_id: expect.any(String), replayed: false },
  ]);
  expect(first.headers.get("access-control-allow-origin")).toBe("*");
  const again = await send(form, sent);
  expect(again.body).toEqual({ ...first.body, replayed: true });
  expect(await records(form)).toMatchObject([
    { form_status: "complete", data: { name: "Ann", amount: 3, status: "open" } },
  ]);
  const { events } = await must(h.call(`GET ${form.at}/activity`, { as: form.as }));
  expect(events.slice(0, 2).map(({ op, actor }: { op: string; actor: string | null }) => [op, actor])).toEqual([
    ["record.create", null],
    ["form", form.as.email],
  ]);
  const rows = (await h.audit()).filter(({ action }) => action === "form.submitted");
  expect(rows.filter(({ target_id }) => target_id === form.form.doc_id)).toMatchObject([
    { actor: "respondent", meta: { database_id: form.doc_id, table_id: form.table.id, record_id: 1 } },
  ]);
  expect((await must(h.call(`GET ${form.form_at}`, { as: form.as }))).accepted).toBe(1);
});

test("another answer by a ticket that has brought one is a 409 and not thanked for, and the same in another order is", async () => {
  const form = await makeForm();
  const token = await ticket(form);
  const first = await send(form, { token, data: { name: "Ann", amount: 3 } });
  expect((await send(form, { token, data: { amount: 3, name: "Ann" } })).body).toEqual({
    ...first.body,
    replayed: true,
  });
  for (const data of [{ name: "Zed", amount: 3 }, { name: "Ann" }, {}]) {
    const other = await send(form, { token, data });
    expect([other.status, other.body.error]).toEqual([409, expect.stringContaining("load it again")]);
  }
  expect(await records(form)).toMatchObject([{ data: { name: "Ann", amount: 3 } }]);
});

test("many who send one ticket at once make one record, and many with their own one each", async () => {
  const form = await makeForm();
  const token = await ticket(form);
  const same = await Promise.all(Array.from({ length: 8 }, () => send(form, { token, data: { name: "Ann" } })));
  expect(same.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(same.filter(({ body }) => !body.replayed).length).toBe(1);
  expect(new Set(same.map(({ body }) => body.receipt_id)).size).toBe(1);
  const others = await Promise.all(Array.from({ length: 8 }, (_, index) => submit(form, { name: `${index}` })));
  expect(new Set(others.map(({ body }) => body.receipt_id)).size).toBe(8);
  expect((await records(form)).length).toBe(9);
});

test("what is wrong is told by field, and of no field that the form does not ask for", async () => {
  const form = await makeForm();
  const wrong = await submit(form, { amount: "many" });
  expect(wrong.status).toBe(400);
  expect(wrong.body.code).toBe("validation_failed");
  expect(wrong.body.fields.map(({ key, code }: { key: string; code: string }) => [key, code])).toEqual([
    ["name", "required"],
    ["amount", "type"],
  ]);
  expect(JSON.stringify(wrong.body)).not.toContain("status");
  for (const name of [" \u00a0\n", "\u200b\u3164"]) {
    const blank = await submit(form, { name });
    expect([blank.status, blank.body.fields]).toEqual([400, [wrong.body.fields[0]]]);
  }
  const other = await submit(form, { name: "Ann", status: "done" });
  expect([other.status, other.body.fields[0].key]).toEqual([400, "status"]);
  expect(await records(form)).toEqual([]);
});
