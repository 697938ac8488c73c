// The page on which a document is shared: it shows what its reader may see,
// decides requests in place, and says why somebody may open it.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

async function team() {
  const owner = await h.person({ role: "owner" });
  const [reader, asker] = [
    await h.person({ workspace_id: owner.workspace_id, role: "member" }),
    await h.person({ workspace_id: owner.workspace_id, role: "member" }),
  ];
  const { body } = await h.call("POST /api/docs", { as: owner, json: { html: "<p>x</p>", title: "<b>Plan</b>" } });
  const json = { subject_type: "user", subject: reader.email, level: "view" };
  const grant = await h.call(`POST /api/docs/${body.doc_id}/access`, { as: owner, json });
  return { owner, reader, asker, doc: body, grant_id: String(grant.body.id) };
}

function page(path: string, as: Person) {
  return h.call(`GET ${path}` as "GET /app", { as, with_cookie: true, headers: { accept: "text/html" } });
}

function post(operation: string, as: Person, texts: readonly (readonly [string, string])[]) {
  return h.call(`POST /app/do/${operation}`, {
    as,
    with_cookie: true,
    body: new URLSearchParams(texts.map(([name, value]) => [name, value])).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
  });
}

test("whoever may read it sees who may open it; its owner alone is offered to change that", async () => {
  const { owner, reader, asker, doc } = await team();
  const path = `/app/d/${doc.doc_id}/share`;
  const [mine, seen] = [await page(path, owner), await page(path, reader)];
  expect([mine.status, seen.status]).toEqual([200, 200]);
  expect(mine.body).toContain("&lt;b&gt;Plan&lt;/b&gt;");
  expect(mine.body).toContain("/app/do/access.grant");
  expect(seen.body).toContain(owner.email);
  expect(seen.body).not.toContain("/app/do/access.");
  expect([(await page(path, asker)).status, (await page("/app/d/nothing/share", owner)).status]).toEqual([404, 404]);
});

test("a request is decided in place, and what is taken away can be given back at once", async () => {
  const { owner, reader, asker, doc, grant_id } = await team();
  const path = `/app/d/${doc.doc_id}/share`;
  const slug = new URL(doc.url).pathname.split("/")[2];
  await h.call("POST /api/access-requests", { as: asker, json: { slug, message: "for <Tuesday>" } });
  const shown = await page(path, owner);
  expect(shown.body).toContain("for &lt;Tuesday&gt;");
  const request_id = /name="request_id" value="(\d+)"/.exec(shown.body)?.[1] ?? "";
  const decided = await post("access_request.decide", owner, [
    ["request_id", request_id],
    ["decision", "approve"],
    ["~back", path],
  ]);
  expect([decided.status, decided.headers.get("location")]).toEqual([303, path]);
  expect((await page(path, asker)).status).toBe(200);
  expect(shown.body).toContain(`access.grant?doc_id=${doc.doc_id}`);
  await post("access.revoke", owner, [["grant_id", grant_id]]);
  expect((await page(path, reader)).status).toBe(404);
});

test("why a person may open it is said in words, and asked by its manager alone", async () => {
  const { owner, reader, asker, doc } = await team();
  const path = `/app/d/${doc.doc_id}/share/why?user=`;
  const [may, may_not] = [await page(path + reader.email, owner), await page(path + asker.email, owner)];
  expect(may.body).toContain(`So ${reader.email} may read`);
  expect(may_not.body).toContain(`So ${asker.email} may not open it`);
  expect((await page(path + reader.email, reader)).status).toBe(403);
});

test("a visibility that needs a password comes back with the words, and without what was typed as one", async () => {
  const { owner, doc } = await team();
  const texts = [
    ["doc_id", doc.doc_id],
    ["visibility", "restricted"],
    ["password", "ridge-lamp"],
    ["~back", `/app/d/${doc.doc_id}/share`],
  ] as const;
  const refused = await post("doc.update", owner, texts);
  expect([refused.status, refused.body.includes("ridge-lamp")]).toEqual([400, false]);
  expect(refused.body).toContain('role="alert"');
});
