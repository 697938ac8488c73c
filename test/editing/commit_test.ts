// Many files in one version:
// what has to be sent, what a hash alone does not give, and one writing however often it is asked for.
import { describe, expect, test } from "bun:test";
import { type Published, publish } from "../documents/published.ts";
import { type Answer, openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();

const hashOf = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex");
const file = (path: string, text: string) => ({ path, sha256: hashOf(text), size: Buffer.byteLength(text) });

async function begin({ as, at }: Published, json: Record<string, unknown>, by: Person = as): Promise<Answer> {
  return h.call(`POST ${at}/commits`, { as: by, json });
}

function send({ as, at }: Published, commit: Answer, text: string): Promise<Answer> {
  return h.call(`PUT ${at}/commits/${commit.body.commit_id}/blobs/${hashOf(text)}`, { as, body: text });
}

function finalize({ as, at }: Published, commit: Answer, json: Record<string, unknown> = {}): Promise<Answer> {
  return h.call(`POST ${at}/commits/${commit.body.commit_id}/finalize`, { as, json });
}

async function pathsOf({ as, at }: Published): Promise<string[]> {
  return Object.keys((await h.call(`GET ${at}/manifest`, { as })).body.manifest).sort();
}

describe("a commit", () => {
  test("writes many files as one version once their bytes are here, and a repeat answers the same", async () => {
    const made = await publish(h, { markdown: "# One\n" });
    const source = "# Two *x*\n";
    const commit = await begin(made, {
      files: [file("source.md", source), file("a.css", "p{}"), file("b.css", "p{}")],
      message: "many",
    });
    expect(commit.body.missing.sort()).toEqual([hashOf(source), hashOf("p{}")].sort());
    expect(commit.body.put[0].url).toStartWith(`${h.base_url}/api/docs/`);
    const early = await finalize(made, commit);
    expect(early).toMatchObject({ status: 409, body: { missing: expect.any(Array) } });
    expect((await send(made, commit, "p{}")).body).toEqual({ sha256: hashOf("p{}"), size: 3 });
    expect((await send(made, commit, source)).status).toBe(200);
    const [one, two] = await Promise.all([finalize(made, commit), finalize(made, commit)]);
    for (const answer of [one, two, await finalize(made, commit)]) {
      expect(answer).toMatchObject({ status: 200, body: { version: 2, changed: true } });
    }
    expect(await pathsOf(made)).toEqual(["a.css", "b.css", "index.html", "source.md"]);
    expect((await h.call(`GET ${made.at}/files/index.html`, { as: made.as })).body).toContain("<em>x</em>");
    const { versions } = (await h.call(`GET ${made.at}/versions`, { as: made.as })).body;
    expect(versions).toMatchObject([{ version: 2, message: "many" }, { version: 1 }]);
  });

  test("merges beside what others wrote meanwhile, or replaces it all", async () => {
    const made = await publish(h, { html: "<p>page</p>" });
    const put = (path: string, content: string) =>
      h.call(`PUT ${made.at}/files/${path}`, { as: made.as, json: { content } });
    await put("old.txt", "old");
    const merge = await begin(made, { files: [file("new.txt", "new"), { path: "old.txt", delete: true }] });
    await send(made, merge, "new");
    await put("other.txt", "other");
    expect((await finalize(made, merge)).status).toBe(200);
    expect(await pathsOf(made)).toEqual(["index.html", "new.txt", "other.txt"]);
    const replace = await begin(made, {
      mode: "replace",
      files: [file("index.html", "<p>page</p>"), file("c.txt", "new")],
    });
    // Both are in documents that the caller may open.
    expect(replace.body.missing).toEqual([]);
    expect((await finalize(made, replace)).status).toBe(200);
    expect(await pathsOf(made)).toEqual(["c.txt", "index.html"]);
  });

  test("gets nothing by a hash alone, and nothing any more once the document that held it is closed", async () => {
    const secret = await publish(h, { html: "<p>secret words</p>" });
    const thief = await h.person({ workspace_id: secret.as.workspace_id });
    const own = await publish(h, { html: "<p>mine</p>" }, { as: thief });
    const options = { files: [file("loot.html", "<p>secret words</p>")] };
    const commit = await begin(own, options);
    expect(commit.body.missing).toEqual([hashOf("<p>secret words</p>")]);
    expect((await finalize(own, commit)).status).toBe(409);
    const grant = await h.call(`POST ${secret.at}/access`, {
      as: secret.as,
      json: { subject_type: "user", subject: thief.email, level: "view" },
    });
    const open = await begin(own, options);
    expect(open.body.missing).toEqual([]);
    const revoked = await h.call(`DELETE /api/access/${grant.body.id}`, { as: secret.as });
    expect(revoked.status).toBe(200);
    expect((await finalize(own, open)).status).toBe(409);
    expect(await pathsOf(own)).toEqual(["index.html"]);
  });

  test("refuses other bytes, other people, what runs out, and what would leave nothing to show", async () => {
    const made = await publish(h, { markdown: "# One\n" });
    const commit = await begin(made, { files: [file("a.txt", "abc")] });
    const at = `PUT ${made.at}/commits/${commit.body.commit_id}/blobs/${hashOf("abc")}`;
    expect((await h.call(at, { as: made.as, body: "abd" })).status).toBe(400);
    expect((await h.call(at, { as: made.as, body: "abcd" })).status).toBe(413);
    expect((await h.call(at.replace(/.{64}$/, hashOf("z")), { as: made.as, body: "z" })).status).toBe(404);
    const other = await h.person({ workspace_id: made.as.workspace_id });
    await h.call(`POST ${made.at}/access`, {
      as: made.as,
      json: { subject_type: "user", subject: other.email, level: "edit" },
    });
    expect((await finalize({ ...made, as: other }, commit)).status).toBe(404);
    expect((await begin(made, { files: [file("index.html", "x")] })).status).toBe(400);
    expect((await begin(made, { files: [{ path: "source.md", delete: true }] })).status).toBe(400);
    expect((await begin(made, { mode: "replace", files: [file("a.txt", "x")] })).status).toBe(400);
    expect((await begin(made, { files: [file("a.txt", "x"), file("a.txt", "y")] })).status).toBe(400);
    expect((await begin(made, { files: [{ path: "a.txt" }] })).status).toBe(400);
    expect((await begin(made, { files: [{ ...file("a.txt", "x"), size: 2 ** 30 }] })).status).toBe(413);
    h.clock.advance(3_600_000);
    expect((await finalize(made, commit)).status).toBe(410);
  });

  test("rechecks the version and the lease at its end", async () => {
    const made = await publish(h, { html: "<p>page</p>" });
    const commit = await begin(made, { files: [file("index.html", "<p>mine</p>")], base_version: 1 });
    await send(made, commit, "<p>mine</p>");
    await h.call(`PATCH ${made.at}`, { as: made.as, json: { html: "<p>theirs</p>" } });
    expect(await finalize(made, commit)).toMatchObject({
      status: 409,
      body: { current_version: 2, diff: expect.stringContaining("theirs") },
    });
  });
});
