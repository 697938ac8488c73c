// Caps, quotas and storage: what is refused with 413 and 429, in which words, and that nothing is left of it.

import { describe, expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness } from "../harness/harness.ts";
import { callTool, scenario } from "../harness/scenario.ts";
import { endlessBody } from "./endless_body.ts";
import { formOf, publish, share } from "./published.ts";

const MIB = 1024 ** 2;
const h = await openHarness();
const small = await openHarness({
  env: { EDITION: "cloud" },
  manifest: {
    caps: { ...manifest.caps, documents_per_account: 3, files_per_document: 3 },
    allowances: { ...manifest.allowances, storage_bytes: { free: 1000, team: 5000, business: null, enterprise: null } },
  },
});

describe("a size", () => {
  test("of 20 MiB and a byte is a 413 by every way of sending it, and 20 MiB is taken", async () => {
    const over = "x".repeat(20 * MIB + 1);
    const ways: [string, object][] = [
      ["POST /api/docs", { json: { html: over } }],
      ["POST /api/docs", { json: { markdown: over } }],
      ["POST /api/snippets", { json: { content: over } }],
      ["POST /api/docs", { form: formOf([["file", new Blob([over]), "a.html"]]) }],
      ["POST /api/files", { form: formOf([["file", new Blob([over]), "a.bin"]]) }],
      ["POST /api/files", { form: formOf([["file", new Blob([over]), "a.html"]]) }],
    ];
    for (const [call, send] of ways) {
      await scenario(h, {
        given: () => h.person(),
        act: (as) => ({ as, call, ...send }),
        expect: { status: 413, error: /20971521 bytes, over the 20971520-byte file cap$/, quota: 1 },
        tools: false,
      });
    }
    const whole = await share(h, { name: "a.bin", bytes: over.slice(1) });
    expect(whole.doc.size).toBe(20 * MIB);
  });

  test("of a decoded file put as text or base64 counts decoded", async () => {
    const encoded = Buffer.alloc(20 * MIB + 1, 120).toString("base64");
    await scenario(h, {
      given: () => publish(h),
      act: ({ as, at }) => ({ as, call: `PUT ${at}/files/a.bin`, json: { content: encoded, encoding: "base64" } }),
      expect: { status: 413, error: '"a.bin" has 20971521 bytes, over the 20971520-byte file cap', quota: 1 },
      tools: false,
    });
    const result = await callTool(h, await h.person(), {
      name: "publish_file",
      arguments: { filename: "a.bin", content_base64: encoded },
    });
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: "too_large" } } });
    expect(result.content[0]?.text).toContain("over the 20971520-byte file cap");
  });

  test("of a whole document beyond 20 MiB is a 413 although each file is small enough", async () => {
    const half = new Blob([new Uint8Array(11 * MIB)]);
    await scenario(h, {
      given: () => publish(h),
      act: ({ as, at }) => ({
        as,
        call: `POST ${at}/files`,
        form: formOf([
          ["files", half, "a.bin"],
          ["files", half, "b.bin"],
        ]),
      }),
      expect: {
        status: 413,
        error: /^the document's files would have 23068685 bytes together; at most 20971520 are allowed/,
        quota: 1,
      },
    });
  });

  test("of a body beyond 32 MiB is refused before it is read when it is declared, and while it is read when not", async () => {
    const as = await h.person();
    const headers = { authorization: `Bearer ${as.token}`, host: new URL(h.base_url).host };
    const send = (more: Record<string, string>, { stream: body } = endlessBody()) =>
      h.fetch(new Request(`${h.base_url}/api/docs`, { method: "POST", headers: { ...headers, ...more }, body }));
    const unread = endlessBody();
    const declared = await send({ "content-length": String(33 * MIB) }, unread);
    expect(declared.status).toBe(413);
    expect((await declared.json()).error).toStartWith("request body too large");
    expect(unread.pulled_mib()).toBeLessThan(3);
    const read = endlessBody();
    expect((await send({}, read)).status).toBe(413);
    expect(read.pulled_mib()).toBeLessThan(40);
    expect((await send({ "content-length": "many" })).status).toBe(400);
  });
});

describe("a count", () => {
  test("of documents beyond the account's cap is a 413 that names it, and a deleted one makes room", async () => {
    const as = await small.person({ plan: "business" });
    const made = [];
    for (let n = 0; n < 3; n++) made.push(await publish(small, { html: `${n}` }, { as }));
    await scenario(small, {
      act: () => ({ as, call: "POST /api/docs", json: { html: "one more" } }),
      expect: { status: 413, error: /^doc limit reached \(3 docs per user\)/, quota: 1 },
    });
    await small.call(`DELETE ${made[0]?.at}`, { as });
    await publish(small, { html: "room" }, { as });
    const back = await small.call(`POST ${made[0]?.at}/undelete`, { as, json: {} });
    expect(back.status).toBe(413);
  });

  test("of documents that is full refuses an upload and its ticket before a byte is read", async () => {
    const as = await small.person({ plan: "business" });
    for (let n = 0; n < 3; n++) await publish(small, { html: `${n}` }, { as });
    const { stream, pulled_mib } = endlessBody();
    const headers = { "content-length": String(64 * MIB) };
    const sent = await small.call("PUT /api/upload?filename=a.bin", { as, body: stream, headers });
    expect([sent.status, sent.body.code]).toEqual([413, "document_limit"]);
    expect(pulled_mib()).toBeLessThan(8);
    const ticket = await small.call("POST /api/uploads", { as, json: { filename: "a.bin" } });
    expect([ticket.status, ticket.body.code]).toEqual([413, "document_limit"]);
  });

  test("of documents is never passed by publishing at the same moment", async () => {
    const as = await small.person({ plan: "business" });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => small.call("POST /api/docs", { as, json: { html: `twin ${n}` } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 201, 413, 413, 413, 413, 413]);
  });

  test("of files in a document beyond the cap is a 413", async () => {
    await scenario(small, {
      given: () => small.person({ plan: "business" }).then((as) => publish(small, { html: "x" }, { as })),
      act: ({ as, at }) => ({
        as,
        call: `POST ${at}/files`,
        form: formOf(["a", "b", "c"].map((name) => ["files", new Blob([name]), name] as const)),
      }),
      expect: { status: 413, error: "a document has at most 3 files; this one would have 4", quota: 1 },
    });
  });
});

describe("storage", () => {
  test("beyond the plan's cap is a 413 with the plan, and shrinking stays possible", async () => {
    const as = await small.person({ plan: "free" });
    const { at } = await publish(small, { html: "x".repeat(900) }, { as });
    await scenario(small, {
      act: () => ({ as, call: "POST /api/docs", json: { html: "y".repeat(200) } }),
      expect: {
        status: 413,
        error: /^storage quota exceeded: the Free plan holds/,
        body: { cap_bytes: 1000 },
        quota: 1,
      },
    });
    expect((await small.call(`PUT ${at}/files/index.html`, { as, json: { content: "x".repeat(1001) } })).status).toBe(
      413,
    );
    expect((await small.call(`PUT ${at}/files/index.html`, { as, json: { content: "x" } })).status).toBe(200);
    expect((await small.call("POST /api/docs", { as, json: { html: "y".repeat(200) } })).status).toBe(201);
  });

  test("counts what is live and current: not old versions, and not the trash", async () => {
    const as = await small.person({ plan: "free" });
    const { at } = await publish(small, { html: "0".repeat(800) }, { as });
    for (let n = 1; n < 5; n++) {
      const put = await small.call(`PUT ${at}/files/index.html`, { as, json: { content: String(n).repeat(800) } });
      expect(put.status).toBe(200);
    }
    await small.call(`DELETE ${at}`, { as });
    await publish(small, { html: "z".repeat(900) }, { as });
    const back = await small.call(`POST ${at}/undelete`, { as, json: {} });
    expect(back).toMatchObject({ status: 413, body: { cap_bytes: 1000 } });
    expect((await small.call("GET /api/trash", { as })).body.docs).toHaveLength(1);
  });
});

describe("the publish quota", () => {
  test("ends at the 121st use in an hour in the cloud, over REST and tools together, and begins anew after it", async () => {
    const as = await small.person({ plan: "business" });
    const { at, doc } = await publish(small, { html: "x" }, { as });
    const put = () => small.call(`PUT ${at}/files/index.html`, { as, json: { content: "x" } });
    for (let used = 1; used < 119; used++) expect((await put()).status).toBe(200);
    const tool = { name: "update_html", arguments: { doc_id: doc.doc_id, html: "y" } };
    expect((await callTool(small, as, tool)).isError).toBeFalsy();
    const error = "publish rate limit exceeded (120/hour); slow down and retry later";
    const writes: [string, object][] = [
      ["POST /api/docs", { json: { html: "z" } }],
      ["POST /api/snippets", { json: { content: "z" } }],
      ["POST /api/files", { form: formOf([["file", new Blob(["z"]), "z"]]) }],
      [`POST ${at}/files`, { form: formOf([["file", new Blob(["z"]), "z"]]) }],
      [`PUT ${at}/files/z`, { json: { content: "z" } }],
      [`DELETE ${at}/files?path=z`, {}],
      [`PATCH ${at}`, { json: { html: "z" } }],
      [`POST ${at}/versions/1/restore`, {}],
    ];
    for (const [route, send] of writes) {
      const answer = await small.call(route, { as, ...send });
      expect([route, answer.status, answer.body.error, answer.body.retry_after]).toEqual([route, 429, error, 3600]);
      expect(answer.headers.has("retry-after")).toBe(false);
    }
    const refused = await callTool(small, as, tool);
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: error }],
      structuredContent: { error: { code: "rate_limited", retry_after_seconds: 3600 } },
    });
    // Settings and reads are no publishes.
    expect((await small.call(`PATCH ${at}`, { as, json: { title: "T", tags: ["a"] } })).status).toBe(200);
    expect((await small.call(`GET ${at}`, { as })).status).toBe(200);
    small.clock.advance(3_600_000);
    expect((await put()).status).toBe(200);
  });

  test("is 6,000 an hour on one's own box", () => {
    expect(h.runtime.quotas.entry("publish").limit).toBe(6000);
    expect(small.runtime.quotas.entry("publish").limit).toBe(120);
  });
});
