// Writing a document's text in the app: byte for byte, with what was typed kept whatever is refused.
import { expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
const owner = await h.person({ plan: "business" });
const colleague = await h.person({ role: "member", workspace_id: owner.workspace_id });

interface Published {
  doc_id: string;
  version: number;
}

async function publish(json: Record<string, unknown>): Promise<Published> {
  const made = await h.call("POST /api/docs", { as: owner, json });
  expect(made.status).toBe(201);
  return made.body;
}

/** Writes a file as it is, whatever a JSON text would make of it. */
async function put(doc_id: string, path: string, bytes: string | Uint8Array): Promise<number> {
  const json = { content: Buffer.from(bytes).toString("base64"), encoding: "base64" };
  const answer = await h.call(`PUT /api/docs/${doc_id}/files/${path}`, { as: owner, json });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body.version;
}

/** The file to the letter, byte order mark included. */
async function bytesOf(doc_id: string, path = "source.md"): Promise<string> {
  return (await h.call(`GET /api/docs/${doc_id}/text?path=${path}`, { as: owner })).body.content;
}

async function versionOf(doc_id: string): Promise<number> {
  return (await h.call(`GET /api/docs/${doc_id}`, { as: owner })).body.version;
}

function share(doc_id: string, level: string) {
  const json = { subject_type: "user", subject: colleague.email, level };
  return h.call(`POST /api/docs/${doc_id}/access`, { as: owner, json });
}

async function open(doc_id: string, as: Person = owner, query = "") {
  const { status, body } = await h.call(`GET /app/d/${doc_id}/edit${query}`, { as, with_cookie: true });
  return { status, text: String(body) };
}

const plain = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

/** What a browser holds of the page's form, and sends: its text area has lost one first line end, and every other is CRLF. */
function formOf(page: string): Record<string, string> {
  const form = /<form [^>]*id="write"[^>]*>[\s\S]*?<\/form>/.exec(page)?.[0] ?? "";
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const area = /<textarea id="text"[^>]*>\n?([\s\S]*?)<\/textarea>/.exec(form)?.[1] ?? "";
  return {
    ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, plain(value)])),
    content: plain(area).replaceAll(/\r\n|\r|\n/g, "\r\n"),
    message: "",
  };
}

/** In the way that the form names, since a long text is too much for the other. */
async function send(operation: string, { as, texts }: { as: Person; texts: Record<string, string> }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  const { headers, body } = new Request(h.base_url, { method: "POST", body: form }) as Request & {
    body: ReadableStream;
  };
  return h.call(`POST /app/do/${operation}`, {
    ...{ as, with_cookie: true, body: new Uint8Array(await new Response(body).arrayBuffer()) },
    headers: { "content-type": headers.get("content-type") ?? "", accept: "text/html" },
  });
}

function save(texts: Record<string, string>, as: Person = owner) {
  return send("doc.file.put", { as, texts });
}

/** What the next page says of the form before. */
async function said(sent: { headers: Headers }, as: Person = owner): Promise<string> {
  const left = sent.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  const cookie = [as.cookie, ...left].join("; ");
  const { body } = await h.call(`GET ${sent.headers.get("location")}`, { headers: { cookie } });
  return /<div class="toast"><span>([^<]*)/.exec(String(body))?.[1] ?? "";
}

const HARD =
  "\ufeff---\r\ntitle: Plan\r\n---\r\n\r\nSetext\r\n======\r\n\n<!-- a\r\n comment -->\r\n\tTab, trailing  \nhard\\\r\nbreak [link][r]\r\n\r\n[r]: <https://example.org> 'x'\r\n</textarea>&amp;\r\nlast";

test("saving what was opened writes nothing, and says so, whatever the file's bytes are", async () => {
  const { doc_id } = await publish({ markdown: "# One" });
  for (const bytes of [HARD, "\n\nblank first\n", "a\r\nb\r\n", "a\nb", "\ufeff", "x\r", ""]) {
    const version = await put(doc_id, "notes.md", bytes);
    const page = await open(doc_id, owner, "?path=notes.md");
    const sent = await save(formOf(page.text));
    expect([bytes, sent.status, await said(sent)]).toEqual([
      bytes,
      303,
      "You changed nothing, so nothing was written.",
    ]);
    expect([await bytesOf(doc_id, "notes.md"), await versionOf(doc_id)]).toEqual([bytes, version]);
  }
});

test("one changed line changes that line alone", async () => {
  const { doc_id } = await publish({ markdown: "# One" });
  await put(doc_id, "source.md", HARD);
  const form = formOf((await open(doc_id)).text);
  const sent = await save({
    ...form,
    content: form["content"]?.replace("Tab, trailing  ", "Changed") ?? "",
    message: "Why",
  });
  expect([sent.status, sent.headers.get("location"), await said(sent)]).toEqual([
    303,
    `/app/d/${doc_id}`,
    "Saved as a new version.",
  ]);
  expect(await bytesOf(doc_id)).toBe(HARD.replace("Tab, trailing  ", "Changed"));
  const { body } = await h.call(`GET /api/docs/${doc_id}/versions`, { as: owner });
  expect(body.versions[0].message).toBe("Why");
});

test("HTML and snippets are written as they are too", async () => {
  const html = "<title>x</title>\r\n<p>One\r\n";
  const page = await publish({ html });
  const form = formOf((await open(page.doc_id)).text);
  await save({ ...form, content: form["content"]?.replace("One", "Two") ?? "" });
  expect(await bytesOf(page.doc_id, "index.html")).toBe(html.replace("One", "Two"));
  const made = { as: owner, json: { content: "let a = 1;\n", language: "typescript" } };
  const { body: snippet } = await h.call("POST /api/snippets", made);
  const opened = await open(snippet.doc_id);
  expect(opened.status).toBe(200);
  const code = formOf(opened.text);
  await save({ ...code, content: "let b = 2;\r\n" });
  expect(await bytesOf(snippet.doc_id, code["path"])).toBe("let b = 2;\n");
});

test("of two who save at once the second keeps what they typed, sees what the other changed, and saves over it by a button alone", async () => {
  const { doc_id } = await publish({ markdown: "one\ntwo\n" });
  await share(doc_id, "edit");
  const [mine, theirs] = [formOf((await open(doc_id)).text), formOf((await open(doc_id, colleague)).text)];
  expect((await save({ ...theirs, content: "one\r\ntwo of theirs\r\n" }, colleague)).status).toBe(303);
  const typed = { ...mine, content: "one <b>of mine</b>\r\ntwo\r\n", message: "my words" };
  const refused = await save(typed);
  expect(refused.status).toBe(409);
  const page = String(refused.body);
  expect(page).toContain(`${colleague.email} saved while you were writing`);
  expect(page).toContain("<ins>two of theirs\n</ins>");
  expect(page).not.toContain("<b>of mine");
  const again = formOf(page);
  expect([again["content"], /id="message"[^>]*value="my words"/.test(page)]).toEqual([typed.content, true]);
  expect(again["base_version"]).toBe("1");
  // Enter in the line of words means the bar's button, which stands before that of the conflict and does not save over anything.
  expect(page.indexOf('form="write"')).toBeLessThan(page.indexOf('name="base_version" value="2"'));
  expect((await save(again)).status).toBe(409);
  expect(await bytesOf(doc_id)).toBe("one\ntwo of theirs\n");
  const over = await save({ ...again, base_version: "2" });
  expect([over.status, await bytesOf(doc_id)]).toEqual([303, "one <b>of mine</b>\ntwo\n"]);
});

test("of two saves sent at the same moment one is written and the other told", async () => {
  const { doc_id } = await publish({ markdown: "one\n" });
  const form = formOf((await open(doc_id)).text);
  const answers = await Promise.all(["a", "b"].map((content) => save({ ...form, content })));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(await versionOf(doc_id)).toBe(2);
});

test("who keeps others out is named, and what was typed meanwhile stays", async () => {
  const { doc_id } = await publish({ markdown: "one\n" });
  await share(doc_id, "edit");
  const mine = formOf((await open(doc_id, colleague)).text);
  const texts = { ...formOf((await open(doc_id)).text), content: "typed before" };
  const kept = await send("lock.take", { as: owner, texts });
  expect(kept.status).toBe(200);
  expect(String(kept.body)).toContain("You keep others out of this document until");
  expect(formOf(String(kept.body))["content"]).toBe("typed before");
  expect(String(kept.body)).not.toMatch(/token/i);
  const theirs = await open(doc_id, colleague);
  expect(theirs.text).toContain(`${owner.email} keeps others out of this document until`);
  expect(theirs.text).not.toContain("/app/do/lock.release");
  const refused = await save({ ...mine, content: "two <i>" }, colleague);
  expect(refused.status).toBe(423);
  expect(formOf(String(refused.body))["content"]).toBe("two <i>");
  expect(await bytesOf(doc_id)).toBe("one\n");
  const ended = await send("lock.release", {
    as: owner,
    texts: { ...formOf(String(kept.body)), force: "true" },
  });
  expect([ended.status, formOf(String(ended.body))["content"]]).toEqual([200, "typed before"]);
  expect((await save({ ...mine, content: "two" }, colleague)).status).toBe(303);
});

test("readers and strangers get the page of what is not there, alike, and nothing is written for them", async () => {
  const { doc_id } = await publish({ markdown: "one\n" });
  const form = formOf((await open(doc_id)).text);
  const missing = await open("doc_none", colleague);
  const asMissing = async () => {
    const { status, text } = await open(doc_id, colleague);
    return { status, text: text.replaceAll(doc_id, "doc_none") };
  };
  expect([await asMissing(), missing.status]).toEqual([missing, 404]);
  await share(doc_id, "view");
  expect(await asMissing()).toEqual(missing);
  const page = String((await h.call(`GET /app/d/${doc_id}`, { as: colleague, with_cookie: true })).body);
  expect(page).not.toContain(`/app/d/${doc_id}/edit`);
  const sent = await save({ ...form, content: "theirs" }, colleague);
  expect([sent.status, String(sent.body).includes("theirs")]).toEqual([403, true]);
  expect(await bytesOf(doc_id)).toBe("one\n");
});

test("whoever loses the right to write while they type keeps what they typed", async () => {
  const { doc_id } = await publish({ markdown: "one\n" });
  await share(doc_id, "edit");
  const form = formOf((await open(doc_id, colleague)).text);
  expect((await h.call(`DELETE /api/docs/${doc_id}`, { as: owner })).status).toBe(200);
  const sent = await save({ ...form, content: "an hour of work & <more>" }, colleague);
  expect(sent.status).toBe(404);
  expect(String(sent.body)).toContain("an hour of work &amp; &lt;more&gt;</textarea>");
});

test("texts that are too long, files and what is no text are refused with the way out", async () => {
  const long = await publish({ markdown: "x" });
  await put(long.doc_id, "long.txt", "x".repeat(1024 * 1024 + 1));
  const opened = await open(long.doc_id, owner, "?path=long.txt");
  expect([opened.status, opened.text.includes("1,048,577 bytes; at most 1,048,576")]).toEqual([200, true]);
  await put(long.doc_id, "bytes.txt", new Uint8Array([0xff, 0xfe, 0x41]));
  expect((await open(long.doc_id, owner, "?path=bytes.txt")).text).toContain("no text in UTF-8");
  expect((await open(long.doc_id, owner, "?path=<none>.txt")).text).toContain("no text “&lt;none&gt;.txt”");
  expect((await open(long.doc_id, owner, "?path=index.html")).text).toContain("no text “index.html”");
  const form = formOf((await open(long.doc_id)).text);
  const sent = await save({ ...form, content: "y\r\n".repeat(600_000) });
  expect([sent.status, String(sent.body).includes("at most 1048576 can be written here")]).toEqual([413, true]);
  const nul = await save({ ...form, content: "a\r\nb\0" });
  expect([nul.status, String(nul.body).includes("Line 2 holds a NUL character")]).toEqual([400, true]);
  expect(await bytesOf(long.doc_id)).toBe("x");
});

test("another text of the document is written at its own path, and its page is offered", async () => {
  const { doc_id } = await publish({ html: "<title>x</title>" });
  await put(doc_id, "style/a b.css", "p {}\r\n");
  expect((await open(doc_id)).text).toContain(`/app/d/${doc_id}/edit?path=style%2Fa%20b.css`);
  const form = formOf((await open(doc_id, owner, "?path=style%2Fa%20b.css")).text);
  expect((await save({ ...form, content: "p { }\r\n" })).status).toBe(303);
  expect(await bytesOf(doc_id, "style/a%20b.css")).toBe("p { }\r\n");
});

test("what is too long is refused ahead of rights, and of lines nobody may write none is put together", async () => {
  const { doc_id } = await publish({ html: `<p>a\r\nb\nc</p>` });
  await share(doc_id, "view");
  const form = { ...formOf((await open(doc_id)).text), "~each": "message", message: "1" };
  const long = await save({ ...form, content: "\n".repeat(1_100_000) }, colleague);
  const short = await save({ ...form, content: "theirs" }, colleague);
  expect([long.status, short.status]).toEqual([413, 403]);
  expect(await bytesOf(doc_id, "index.html")).toBe("<p>a\r\nb\nc</p>");
});
