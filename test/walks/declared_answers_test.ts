// Every operation, asked by nobody and asked for nonsense:
// the answer has a status and a body that the API document declares.
import { expect, test } from "bun:test";
import { REFUSAL_CODES } from "../../kernel/host.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { pickByDepth, sample } from "../harness/depth.ts";
import { openHarness, type Send } from "../harness/harness.ts";

const h = await openHarness();
const somebody = await h.person();

/** The harness holds each answer to the document, so asking is all there is to do. */
async function ask(entry: Entry, values: Record<string, string>, send: Send): Promise<number> {
  const path = (entry.path ?? "").replace(/\{([a-z_]+)(\.\.\.)?\}/g, (_whole, name) => values[name] ?? "nonsense");
  const query = "query" in values ? `?${values["query"]}` : "";
  const method = entry.method ?? "GET";
  const answer =
    entry.host === "content"
      ? await h.open(path + query, { method, ...send })
      : await h.call(`${method} ${path}${query}`, send);
  expect([entry.id, answer.status]).not.toEqual([entry.id, 500]);
  return answer.status;
}

const NONSENSE: Readonly<Record<string, Send>> = {
  "no body": {},
  "a body that is no JSON": { body: "{", headers: { "content-type": "application/json" } },
  "a body of another type": { body: "<x/>", headers: { "content-type": "application/xml" } },
  "a list": { json: [] },
  "an empty object": { json: {} },
  "wrong types everywhere": {
    json: { html: 1, title: [], path: {}, ids: "x", name: null, level: 7, folder: 1, url: 1 },
  },
  "a broken form": { body: "--", headers: { "content-type": "multipart/form-data; boundary=x" } },
  "an empty form": { form: new FormData() },
  "a length that is no number": { body: "x", headers: { "content-length": "many" } },
  "a length past every cap": { body: "x", headers: { "content-length": "99999999999999" } },
  "a foreign origin": { json: {}, headers: { origin: "https://elsewhere.example" } },
  "a browser's options": { headers: { accept: "text/html" } },
  "a token that is none": { json: {}, headers: { authorization: "Bearer dsk_00000000_nothing" } },
};

const PLACES: readonly Record<string, string>[] = [
  {},
  { query: "limit=many&cursor=nonsense&since=x&version=0&q=&root=nowhere&folder=%2F&path=..%2F&nonce=1&slug=%00" },
  { doc_id: "%zz", token: "%00", ticket: "a.b.c", path: "a%2fb", slug: "%ff", ref: "[[", toolsets: "%2c" },
];

/** Each operation is asked so much of the nonsense, the next one something else, and others with each seed. */
const ONE_OF = pickByDepth({ small: 4, deep: 2 });

const entries = h.runtime.catalogue.entries.filter(({ path }) => path !== null);
for (const [index, entry] of entries.entries()) {
  test(`${entry.id} answers nobody and nonsense as it declares`, async () => {
    for (const values of PLACES) {
      for (const send of sample(Object.values(NONSENSE), ONE_OF, index)) {
        const body = entry.method === "GET" ? { ...(send.headers ? { headers: send.headers } : {}) } : send;
        await ask(entry, values, body);
        if (!send.headers?.["authorization"]) await ask(entry, values, { ...body, as: somebody });
        await ask(entry, values, { ...body, as: somebody, with_cookie: true });
      }
    }
  });
}

test("every error code is thrown somewhere", async () => {
  const sources = await Promise.all(
    ["kernel", "plugins", "hosts"].map(async (folder) => {
      const files = await Array.fromAsync(new Bun.Glob(`${folder}/**/*.ts`).scan(`${import.meta.dir}/../..`));
      const read = files.filter((file) => !file.endsWith("refusal_codes.ts"));
      return Promise.all(read.map((file) => Bun.file(`${import.meta.dir}/../../${file}`).text()));
    }),
  );
  const text = sources.flat().join("\n");
  expect(Object.keys(REFUSAL_CODES).filter((code) => !text.includes(`"${code}"`))).toEqual([]);
});
