// Every JSON operation of the app host and every tool against inputs from their own schemas, bent:
// never a 500, never an undeclared status.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { pathParameters } from "../../kernel/ports/http.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { publish } from "../documents/published.ts";
import { pickByDepth, SEED } from "../harness/depth.ts";
import { objectsOf, valuesOf } from "../harness/fuzz_input.ts";
import { openHarness, type Person, type Send } from "../harness/harness.ts";
import { callTool } from "../harness/scenario.ts";

/** Nothing here is about counting, and all that reads is asked by one account. */
const UNLIMITED = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: 1_000_000, editions: {} }]),
);
const h = await openHarness({ manifest: { quotas: UNLIMITED } });
/** Inputs for each operation and each tool. */
const INPUTS = pickByDepth({ small: 8, deep: 24 });

const entries = h.runtime.catalogue.entries.filter(
  (entry) => entry.path !== null && entry.raw === null && entry.host !== "content" && entry.error_format === "service",
);
const tools = [...h.runtime.catalogue.tools.values()];

interface World {
  as: Person;
  known: string[];
}

let unchanged: Promise<World> | null = null;

/** What reads leaves a world as it was, so one serves all of it. */
function worldFor(entry: Entry): Promise<World> {
  if (entry.effect !== "read") return openWorld();
  unchanged ??= openWorld();
  return unchanged;
}

/** Documents in every state, one of them somebody else's. */
async function openWorld(): Promise<World> {
  const { as, doc: live } = await publish(h, { html: "x", folder: "Plans", tags: ["a"], attrs: { k: "v" } });
  const { doc: markdown } = await publish(h, { markdown: "# x" }, { as });
  const gone = await publish(h, { html: "x" }, { as });
  await h.call(`DELETE ${gone.at}`, { as });
  const { doc: others } = await publish(h);
  const ids = [live, markdown, gone.doc, others].map((doc) => String(doc.doc_id));
  return { as, known: [...ids, ...ids, "index.html", "source.md", "Plans", "a", "~", "1", "2", "x"] };
}

/** A feed with something in it answers at once, however long the caller would wait. */
async function letFeedsCatchUp(): Promise<void> {
  await h.runtime.relay.relayAll();
  await h.runtime.jobs.runDue();
}

interface Sent {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Send;
  with_cookie: boolean;
}

function sentFor(entry: Entry, known: string[]): fc.Arbitrary<Sent> {
  const params = fc.record(
    Object.fromEntries(
      pathParameters(entry.path ?? "").map(({ name }) => [
        name,
        entry.params?.properties[name] ? valuesOf(entry.params.properties[name], known) : fc.constantFrom(...known),
      ]),
    ),
  );
  const query = entry.query ? objectsOf(entry.query, known).map(hurried) : fc.constant({});
  return fc.record({ params, query, body: bodiesOf(entry, known), with_cookie: fc.boolean() });
}

/** Who may wait a minute waits a second: what an empty feed answers then is the same. */
function hurried(values: Record<string, unknown>): Record<string, unknown> {
  const { wait } = values;
  return typeof wait === "number" && wait > 1 && wait <= 60 ? { ...values, wait: 1 } : values;
}

function bodiesOf(entry: Entry, known: string[]): fc.Arbitrary<Send> {
  const ways: fc.WeightedArbitrary<Send>[] = [
    { weight: 1, arbitrary: fc.constantFrom({}, { body: "{" }, { body: "\xff" }) },
  ];
  if (entry.method === "GET") return fc.constant({});
  if (entry.body) {
    ways.push({ weight: 8, arbitrary: objectsOf(entry.body, known).map((json) => ({ json })) });
    ways.push({ weight: 1, arbitrary: valuesOf(entry.body, known).map((json) => ({ json })) });
  }
  if (entry.form)
    ways.push({ weight: 6, arbitrary: objectsOf(entry.form, known).map((fields) => ({ form: formOf(fields) })) });
  return fc.oneof(...ways);
}

/** What belongs under `file` and `files` goes as a file, the rest as text; lists become repeated parts. */
function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      const written = textOf(one);
      if (/^files?$/.test(name)) form.append(name, new Blob([written]), written.slice(0, 100) || "a.txt");
      else form.append(name, written);
    }
  }
  return form;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Percent-encodes what can be, and leaves raw percent signs for the address to choke on. */
function encode(value: unknown): string {
  const text = textOf(value).toWellFormed();
  return text.startsWith("%") ? text.replaceAll("/", "%2f") : encodeURIComponent(text);
}

function addressOf(entry: Entry, { params, query }: Sent): string {
  const path = (entry.path ?? "").replace(/\{([a-z_]+)(\.\.\.)?\}/g, (_whole, name) => encode(params[name]) || "-");
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) && value.length > 1 ? value.slice(0, 2) : [value]).map(
      (one) => `${encodeURIComponent(name.toWellFormed())}=${encode(one)}`,
    ),
  );
  return pairs.length > 0 ? `${path}?${pairs.join("&")}` : path;
}

describe(`with SEED=${SEED}`, () => {
  for (const entry of entries) {
    test(`${entry.method} ${entry.path} answers what it declares, in its error format`, async () => {
      const { as, known } = await worldFor(entry);
      if (entry.query?.properties["wait"]) await letFeedsCatchUp();
      const answers = fc.asyncProperty(sentFor(entry, known), async (sent) => {
        const answer = await h.call(`${entry.method} ${addressOf(entry, sent)}`, {
          as,
          with_cookie: sent.with_cookie,
          ...sent.body,
        });
        if (answer.status < 400) return;
        expect([answer.status, answer.body]).not.toEqual([500, answer.body]);
        expect(answer.body.error ?? answer.body.detail).toBeDefined();
        expect(answer.body.request_id).toBe(answer.headers.get("x-request-id"));
      });
      await fc.assert(answers, { numRuns: INPUTS, endOnFailure: true });
    });
  }

  for (const { tool, entry, shape } of tools) {
    test(`${tool.name} answers, or refuses in words`, async () => {
      const { as, known } = await worldFor(entry);
      const parts = [entry.params, entry.query, entry.body].flatMap((part) => (part ? [objectsOf(part, known)] : []));
      const sent = fc.tuple(fc.constantFrom(...known), ...parts).map(([doc_id, ...values]) => {
        const flat: Record<string, unknown> = Object.assign({ doc_id, path: "index.html" }, ...values);
        return hurried(
          Object.fromEntries(Object.entries(flat).filter(([name]) => name in shape.inputSchema.properties)),
        );
      });
      const answers = fc.asyncProperty(sent, async (given) => {
        const result = await callTool(h, as, { name: tool.name, arguments: given });
        if (!result.isError) return;
        expect(result.structuredContent.error.code).not.toBe("internal");
        expect(result.content[0]?.text).toBe(result.structuredContent.error.message);
      });
      await fc.assert(answers, { numRuns: INPUTS, endOnFailure: true });
    });
  }
});
