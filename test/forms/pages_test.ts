// Pages of forms as they are served: behind their document's gate, for one reader, in nobody's origin.
import { expect, test } from "bun:test";
import { openContentServer } from "../content/published.ts";
import { formsOf } from "./made.ts";

const h = await openContentServer();
const { anna, publish, call, open } = h;
const { makeDatabase, makeForm, must } = formsOf(h);

const FORM = (inside = "") => `<!doctype html><title>Own</title><form data-service-form method="post"
action="__SERVICE_FORM_ACTION__"><input type="hidden" name="_service_token" value="__SERVICE_FORM_TOKEN__"><input name="name">${inside}</form>`;

const textOf = ({ bytes }: { bytes: Uint8Array }) => new TextDecoder().decode(bytes);

test("each reader has a page of their own, which no cache keeps and no other origin reads", async () => {
  const { slug } = await makeForm({ title: "<b>Party</b>" });
  const one = await open(`/d/${slug}/`);
  const two = await open(`/d/${slug}/index.html`);
  for (const page of [one, two]) {
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.headers.get("content-security-policy")).toStartWith("sandbox allow-scripts allow-forms");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(page.headers.get("content-security-policy")).not.toContain("allow-same-origin");
    expect(page.headers.get("access-control-allow-origin")).toBeNull();
    expect(page.headers.get("set-cookie")).toMatch(
      /^__Host-docsvc_form_[^=]{16}=[^;]{43}; Path=\/; .*HttpOnly; Secure/,
    );
    expect(textOf(page)).toContain("&lt;b&gt;Party&lt;/b&gt;");
    expect(textOf(page)).not.toContain("__SERVICE_FORM");
  }
  expect(textOf(one)).not.toBe(textOf(two));
  const cookie = (one.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const again = await open(`/d/${slug}/`, { headers: { cookie } });
  expect(again.headers.get("set-cookie")).toStartWith(cookie);
  expect(textOf(again)).toContain(cookie.split("=")[1] ?? "none");
});

test("somebody's own page is filled in, with the script ahead of everything in it", async () => {
  const { slug } = await makeForm({ html: FORM() });
  const page = textOf(await open(`/d/${slug}/`));
  expect(page).toStartWith("<!doctype html><script data-config=");
  expect(page).toContain(`action="${h.runtime.config.content_url}/d/${slug}/_submit"`);
  expect(page).not.toContain("__SERVICE_FORM");
  const plain = await makeForm({ html: FORM(), autosave: false });
  const without = await open(`/d/${plain.slug}/`);
  expect(textOf(without)).not.toContain("data-config");
  expect(without.headers.get("set-cookie")).toBeNull();
});

test("a page without its places, or with several, becomes no form", async () => {
  const db = await makeDatabase();
  const wrong = {
    "no form": "<h1>Hello</h1>",
    "two forms": FORM() + FORM(),
    "no token": FORM().replace("_service_token", "token"),
    "another action": FORM().replace("__SERVICE_FORM_ACTION__", "https://example.com/"),
    get: FORM().replace('"post"', '"get"'),
    "token outside": `<input type="hidden" name="_service_token" value="__SERVICE_FORM_TOKEN__"><form data-service-form method="post" action="__SERVICE_FORM_ACTION__"></form>`,
    "in a comment": `<!-- ${FORM()} -->`,
  };
  for (const [name, html] of Object.entries(wrong)) {
    const json = { table_id: db.table.id, title: "Own", fields: ["name"], html };
    const made = await call(`POST ${db.at}/forms`, { as: db.as, json });
    expect([name, made.status]).toEqual([name, 400]);
    const doc = await must(call("POST /api/docs", { as: db.as, json: { html } }));
    const bound = { table_id: db.table.id, fields: ["name"], doc_id: doc.doc_id };
    expect([name, (await call(`POST ${db.at}/forms`, { as: db.as, json: bound })).status]).toEqual([name, 400]);
  }
});

test("whoever writes a form's page is warned when nobody could answer on it, and of nothing else", async () => {
  const db = await makeDatabase();
  const json = { table_id: db.table.id, title: "Own", fields: ["name"], html: FORM() };
  const { doc_id } = await must(call(`POST ${db.at}/forms`, { as: db.as, json }));
  const write = async (html: string) =>
    (await must(call(`PATCH /api/docs/${doc_id}`, { as: db.as, json: { html } }))).warnings;
  expect(await write(FORM().replace("_service_token", "token"))).toEqual([
    expect.stringMatching(
      /^nobody can answer on this page, which is a form's: it has no hidden input named _service_token; it needs /,
    ),
  ]);
  expect(await write(`<h1>Hello</h1>${FORM()}`)).toBeUndefined();
  const edit = { path: "index.html", old_string: "data-service-form", new_string: "data-form" };
  const edited = await must(call(`POST /api/docs/${doc_id}/edit`, { as: db.as, json: edit }));
  expect(edited.warnings).toEqual([expect.stringContaining("it has no form with data-service-form")]);
  expect(
    (await must(call("POST /api/docs", { as: db.as, json: { html: "<h1>Hello</h1>" } }))).warnings,
  ).toBeUndefined();
});

test("a box has no word of being required: left as it is, it has an answer", async () => {
  const fields = [
    { key: "name", label: "Name", type: "text", required: true },
    { key: "vegan", label: "Vegan", type: "checkbox", required: true },
  ];
  const { slug } = await makeForm({ fields: ["name", "vegan"] }, await makeDatabase({ fields }));
  const page = textOf(await open(`/d/${slug}/`));
  expect(page.match(/<span class="must">required<\/span>/g)?.length).toBe(1);
});

test("a page that was remembered as a document is a form from the moment it is connected", async () => {
  const db = await makeDatabase({ as: anna });
  const doc = await publish({ html: FORM(), visibility: "unlisted" });
  for (let n = 0; n < 3; n++) expect(textOf(await open(doc.at))).toContain("__SERVICE_FORM_ACTION__");
  await must(
    call(`POST ${db.at}/forms`, { as: anna, json: { table_id: db.table.id, fields: ["name"], doc_id: doc.doc_id } }),
  );
  for (const path of [doc.at, `${doc.at}index.html`]) {
    const page = await open(path);
    expect([textOf(page).includes("__SERVICE_FORM"), page.headers.get("cache-control")]).toEqual([
      false,
      "private, no-store",
    ]);
  }
});

test("the gate of the document is that of its form, and what a link fills in goes through it", async () => {
  const { slug } = await makeForm({ visibility: "password", password: "open sesame" });
  expect((await open(`/d/${slug}/`)).status).toBe(401);
  const shown = await open(`/d/${slug}/~unlock?name=Anna&amount=3`);
  expect(textOf(shown)).toContain("?name=Anna&amp;amount=3");
  const sent = new FormData();
  sent.set("password", "open sesame");
  sent.set("search", "?name=Anna&amount=3");
  const right = await open(`/d/${slug}/~unlock`, { method: "POST", form: sent });
  expect([right.status, right.headers.get("location")]).toEqual([303, `/d/${slug}/?name=Anna&amount=3`]);
  const cookie = (right.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect((await open(`/d/${slug}/`, { headers: { cookie } })).status).toBe(200);
});

test("a closed form says so and nothing else", async () => {
  const made = await makeForm({ title: "Our party" });
  await must(call(`PATCH ${made.form_at}`, { as: made.as, json: { active: false } }));
  const page = await open(`/d/${made.slug}/`);
  expect(page.status).toBe(410);
  expect(textOf(page)).toContain("This form takes no answers now");
  expect(textOf(page)).not.toContain("Our party");
  expect(page.headers.get("set-cookie")).toBeNull();
});
