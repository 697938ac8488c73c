// Holds the writes that people do most to the number of statements that they send:
// each costs both sides as much as the work in it.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { fewestStatements } from "../permission/statements.ts";
import { publish } from "./published.ts";

const h = await openHarness();

test("a page is published in two statements", async () => {
  const { as } = await publish(h);
  // Its quota, and the procedure that writes all of it and commits.
  expect(await fewestStatements(2, () => publish(h, { html: `<h1>${crypto.randomUUID()}</h1>` }, { as }))).toBe(2);
});

test("a page of markdown with links is published in three statements, one with unknown names in four, and a raw file in two", async () => {
  const { as } = await publish(h);
  const named = await publish(h, { html: "<p>Named</p>" }, { as });
  await h.call(`PUT ${named.at}/alias`, { as, json: { alias: "a-name" } });
  const send = (name: string) => () =>
    h.call("POST /api/docs", { as, json: { markdown: `# ${crypto.randomUUID()}\n\n[[${name}]] [beside](other.md)` } });
  // Its quota, what its links name, and the procedure.
  expect(await fewestStatements(3, send("a-name"))).toBe(3);
  // What is no alias may be the name of a document.
  expect(await fewestStatements(4, send("nobodys-name"))).toBe(4);
  const bytes = () => new TextEncoder().encode(crypto.randomUUID());
  expect(await fewestStatements(2, () => h.call("PUT /api/upload?filename=a.txt", { as, body: bytes() }))).toBe(2);
});

test("a page is published under an idempotency key in four statements", async () => {
  const { as } = await publish(h);
  // Whether it was answered before, the bound on keys, its quota, and the procedure.
  const json = () => ({ html: `<h1>${crypto.randomUUID()}</h1>`, idempotency_key: crypto.randomUUID() });
  expect(await fewestStatements(4, () => h.call("POST /api/docs", { as, json: json() }))).toBe(4);
});

test("a file is replaced in three statements", async () => {
  const { as, at } = await publish(h);
  const put = () => h.call(`PUT ${at}/files/a.txt`, { as, json: { content: crypto.randomUUID() } });
  await put();
  // Whether the document is as it was, its quota, and the procedure.
  expect(await fewestStatements(3, put)).toBe(3);
});

test("files are added and removed in three statements, and a text is replaced in four", async () => {
  const { as, at } = await publish(h);
  const put = (content: string) => h.call(`PUT ${at}/files/a.txt`, { as, json: { content } });
  const add = () => {
    const form = new FormData();
    for (const path of ["b.txt", "c.txt", "d.txt"]) form.append("files", new Blob([crypto.randomUUID()]), path);
    return h.call(`POST ${at}/files`, { as, form });
  };
  expect(await fewestStatements(3, add)).toBe(3);
  const removed = await fewestStatements(3 + 3, async () => {
    await put(crypto.randomUUID());
    await h.call(`DELETE ${at}/files?path=a.txt`, { as });
  });
  expect(removed).toBe(3 + 3);
  let last: string = crypto.randomUUID();
  await put(last);
  const edit = () => {
    const json = { path: "a.txt", old_string: last, new_string: crypto.randomUUID() };
    last = json.new_string;
    return h.call(`POST ${at}/edit`, { as, json });
  };
  // And what the file holds.
  expect(await fewestStatements(4, edit)).toBe(4);
});
