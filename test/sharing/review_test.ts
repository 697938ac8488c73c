// Mails about requests, and the pages behind them and behind a closed document's address.
import { afterEach, describe, expect, test } from "bun:test";
import { forgetPerson } from "../../kernel/host.ts";
import { DAY_MS } from "../../kernel/plugin.ts";
import { follow, openContentServer } from "../content/published.ts";
import { newMailsOf } from "../harness/outbox.ts";

const server = await openContentServer();
const { anna, otto, eve } = server;
const START = server.clock.now().getTime();

afterEach(() => server.clock.set(new Date(START)));

const newMails = newMailsOf(server.runtime);

async function asked(fields: Record<string, unknown> = {}, message = "For the <b>review</b>") {
  await newMails();
  const document = await server.publish({ html: "<title>Secret plan</title>x", ...fields });
  const json = { slug: document.slug, message };
  expect((await server.call("POST /api/access-requests", { as: otto, json })).status).toBe(201);
  const mails = await newMails();
  const link = mails[0]?.links.find((one) => one.includes("/auth/access-request/")) ?? "";
  return { document, mails, link };
}

function opens(document: { doc_id: string }, as = otto): Promise<boolean> {
  return server.call(`GET /api/docs/${document.doc_id}/access`, { as }).then((answer) => answer.status === 200);
}

describe("the mail to whoever may decide", () => {
  test("says who asks for what, quotes the message, and opens a page that decides only by its button", async () => {
    const { document, mails, link } = await asked();
    expect(mails.map((mail) => mail.to)).toEqual([[anna.email]]);
    expect(mails[0]?.text).toContain("> For the <b>review</b>");
    expect(mails[0]?.text).toContain('"Secret plan"');
    const visitor = server.visitor(anna);
    const shown = await visitor.open(link);
    expect(shown.status).toBe(200);
    const text = await shown.text();
    expect(text).toContain("Secret plan");
    expect(text).toContain("For the &lt;b&gt;review&lt;/b&gt;");
    expect(await opens(document)).toBe(false);
    const done = await visitor.submit(link, { decision: "approve" });
    expect([done.status, done.headers.get("location")]).toEqual([303, new URL(link).pathname]);
    expect(await opens(document)).toBe(true);
    expect(await (await visitor.open(link)).text()).toContain("was approved");
    const outcome = await newMails();
    expect(outcome.map((mail) => [mail.to, mail.links])).toEqual([[[otto.email], [document.url]]]);
    const again = await visitor.submit(link, { decision: "deny" });
    expect(again.status).toBe(303);
    expect(await opens(document)).toBe(true);
    expect(await newMails()).toEqual([]);
  });

  test("tells who was denied, and nothing of the document", async () => {
    const { document, link } = await asked();
    expect((await server.visitor(anna).submit(link, { decision: "deny" })).status).toBe(303);
    const [mail] = await newMails();
    expect([mail?.to, mail?.links]).toEqual([[otto.email], [document.url]]);
    expect(mail?.text).not.toContain("Secret plan");
    expect(mail?.text).not.toContain(anna.email);
  });

  test("goes once for each manager of a root, and to nobody for a repeated request", async () => {
    const admin = await server.person({ role: "admin", workspace_id: anna.workspace_id });
    await server.call("POST /api/roots", { as: admin, json: { name: "Board", slug: "board" } });
    const { mails, document } = await asked({ root: "board" });
    expect(mails.flatMap((mail) => mail.to).sort()).toEqual([anna.email, admin.email].sort());
    await server.call("POST /api/access-requests", { as: otto, json: { slug: document.slug } });
    expect(await newMails()).toEqual([]);
  });
});

test("notices tell the manager of the request, and who asked of the approval", async () => {
  const { document } = await asked();
  const told = async (as: typeof anna, kind: string) => {
    await server.runtime.relay.relayAll();
    await server.runtime.jobs.runDue();
    const { body } = await server.call(`GET /api/notifications?kind=${kind}`, { as });
    return body.notifications.filter((one: { target: { id: string } }) => one.target.id === document.doc_id);
  };
  const [request] = await told(anna, "access.requested");
  expect(request).toMatchObject({ title: `${otto.email} asks to view "Secret plan"`, body: "For the <b>review</b>" });
  expect(await told(otto, "access.granted")).toEqual([]);
  const { body } = await server.call(`GET /api/docs/${document.doc_id}/access-requests`, { as: anna });
  const decision = { as: anna, json: { decision: "approve" } };
  await server.call(`POST /api/access-requests/${body.requests[0].id}/decision`, decision);
  expect(await told(otto, "access.granted")).toHaveLength(1);
});

describe("the link in it", () => {
  test("leads who is not signed in through sign-in and back, and changes nothing on the way", async () => {
    const { document, link } = await asked();
    const { pathname } = new URL(link);
    const visitor = server.visitor();
    expect((await visitor.open(link)).headers.get("location")).toBe(`/auth/login?next=${encodeURIComponent(pathname)}`);
    const posted = await visitor.submit(link, { decision: "approve" });
    expect([posted.status, posted.headers.get("location")?.startsWith("/auth/login")]).toEqual([303, true]);
    expect(await opens(document)).toBe(false);
  });

  test("is of no use to others, from another site, when forged, and after 30 days", async () => {
    const { document, link } = await asked();
    for (const person of [otto, eve]) {
      const visitor = server.visitor(person);
      expect((await visitor.open(link)).status).toBe(403);
      expect((await visitor.submit(link, { decision: "approve" })).status).toBe(403);
    }
    const visitor = server.visitor(anna);
    const foreign = await visitor.submit(link, { decision: "approve" }, { origin: "https://evil.example" });
    expect(foreign.status).toBe(403);
    expect((await visitor.open(`${link}x`)).status).toBe(410);
    server.clock.advance(30 * DAY_MS);
    expect((await visitor.open(link)).status).toBe(410);
    expect((await visitor.submit(link, { decision: "approve" })).status).toBe(410);
    expect(await opens(document)).toBe(false);
  });

  test("ends with the manager's right to share, and with the document's place", async () => {
    const admin = await server.person({ role: "admin", workspace_id: anna.workspace_id });
    await server.call("POST /api/roots", { as: admin, json: { name: "Council", slug: "council" } });
    const { document, mails } = await asked({ root: "council" });
    const link = mails.find((mail) => mail.to[0] === anna.email)?.links[0] ?? "";
    const visitor = server.visitor(anna);
    await server.runtime.database.sql`update users set role = 'member' where user_id = ${anna.user_id}`;
    await forgetPerson(server.runtime.database.sql, anna.user_id);
    await server.runtime.database.bus.catchUp();
    expect((await visitor.open(link)).status).toBe(404);
    expect((await visitor.submit(link, { decision: "approve" })).status).toBe(404);
    await server.runtime.database.sql`update users set role = 'owner' where user_id = ${anna.user_id}`;
    await forgetPerson(server.runtime.database.sql, anna.user_id);
    await server.runtime.database.bus.catchUp();
    expect((await visitor.open(link)).status).toBe(200);
    await server.patch(document, { folder: "Elsewhere" });
    expect(await (await visitor.open(link)).text()).toContain("is void");
    expect((await visitor.submit(link, { decision: "approve" })).status).toBe(410);
  });
});

describe("a mail server that is away", () => {
  test("delays the mail and not the request", async () => {
    const document = await server.publish({});
    const { mail } = server.runtime;
    const send = mail.send;
    mail.send = () => Promise.reject(new Error("connection refused"));
    try {
      const json = { slug: document.slug };
      expect((await server.call("POST /api/access-requests", { as: otto, json })).status).toBe(201);
      expect(await newMails()).toEqual([]);
    } finally {
      mail.send = send;
    }
    server.clock.advance(60_000);
    expect((await newMails()).map((one) => one.to)).toEqual([[anna.email]]);
  });
});

describe("the page for a closed document", () => {
  test("never shows title, content or owner, takes a message, and opens the document once it is granted", async () => {
    await newMails();
    const document = await server.publish({ html: "<title>Secret plan</title>hidden words" });
    const visitor = server.visitor(otto);
    const { response, url } = await follow(visitor, document.url);
    const text = await response.text();
    for (const secret of ["Secret plan", "hidden words", anna.email]) expect(text).not.toContain(secret);
    expect(text).toContain("<textarea");
    const sent = await visitor.submit(url.href, { message: "one\r\ntwo" });
    expect([sent.status, sent.headers.get("location")]).toEqual([303, url.pathname]);
    const waiting = await visitor.open(url.href);
    const words = await waiting.text();
    expect(words).toContain("data-waiting");
    for (const secret of ["Secret plan", anna.email]) expect(words).not.toContain(secret);
    const { body } = await server.call(`GET /api/docs/${document.doc_id}/access-requests`, { as: anna });
    expect(body.requests[0].message).toBe("one\ntwo");
    await server.call(`POST /api/access-requests/${body.requests[0].id}/decision`, {
      as: anna,
      json: { decision: "approve" },
    });
    const after = await follow(visitor, url.href);
    expect(after.response.status).toBe(200);
    expect(await after.response.text()).toContain("hidden words");
  });

  test("is the same for a slug that leads nowhere and one of another workspace", async () => {
    const document = await server.publish({});
    const theirs = await server.call("POST /api/docs", { as: eve, json: { html: "x" } });
    const visitor = server.visitor(otto);
    const pages = await Promise.all(
      [document.slug, theirs.body.slug, "B".repeat(document.slug.length)].map(async (slug) => {
        const answer = await visitor.open(`/auth/request-access/${slug}`);
        return [answer.status, (await answer.text()).replaceAll(slug, "")];
      }),
    );
    expect(pages[1]).toEqual(pages[0]);
    expect(pages[2]).toEqual(pages[0]);
  });

  test("sends whoever is not signed in to sign in, whatever the slug, and takes no form from another site", async () => {
    const document = await server.publish({});
    for (const slug of [document.slug, "C".repeat(22)]) {
      const answer = await server.visitor().open(`/auth/request-access/${slug}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([
        302,
        `/auth/login?next=${encodeURIComponent(`/auth/request-access/${slug}`)}`,
      ]);
    }
    const foreign = { origin: "https://evil.example" };
    const page = `/auth/request-access/${document.slug}`;
    expect((await server.visitor(otto).submit(page, {}, foreign)).status).toBe(403);
  });
});
