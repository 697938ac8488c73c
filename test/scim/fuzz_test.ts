// Random requests at every operation of the surface: never a fault of ours, and always an answer of SCIM.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pathParameters } from "../../kernel/ports/http.ts";
import { pickByDepth, SEED } from "../harness/depth.ts";
import { objectsOf, valuesOf } from "../harness/fuzz_input.ts";
import { openHarness, type Send } from "../harness/harness.ts";
import { openProvider } from "./provider.ts";

const h = await openHarness();
const numRuns = pickByDepth({ small: 40, deep: 200 });
const surface = h.runtime.catalogue.entries.filter((entry) => entry.error_format === "scim");
const WORDS = [
  ...[
    "active",
    "userName",
    "externalId",
    "members",
    "displayName",
    "emails.value",
    'members[value eq "1"]',
    "members[",
  ],
  ...["add", "Replace", "remove", "True", "False", "1", "2", "ext-1", "ann@firm.example", "bob@firm.example", "Design"],
  ...[
    'userName eq "ann@firm.example"',
    "externalId pr",
    'displayName co "%"',
    "active eq true",
    "constructor",
    "__proto__",
  ],
];

for (const entry of surface) {
  test(`${entry.method} ${entry.path} answers what it declares, as SCIM does, with SEED=${SEED}`, async () => {
    const p = await openProvider(h);
    const ann = await p.made("POST /Users", { userName: `ann.${p.owner.user_id}@firm.example`, externalId: "ext-1" });
    const group = await p.made("POST /Groups", { displayName: "Design", members: [{ value: ann.id }] });
    const known = [...WORDS, ann.id, ann.userName, group.id];
    const query = entry.query ? objectsOf(entry.query, known) : fc.constant({});
    const bodies: fc.Arbitrary<Send> = entry.body
      ? fc.oneof(
          { weight: 6, arbitrary: objectsOf(entry.body, known).map((json): Send => ({ json })) },
          { weight: 1, arbitrary: valuesOf(entry.body, known).map((json): Send => ({ json })) },
          {
            weight: 1,
            arbitrary: fc.constantFrom<Send>({ body: "{" }, { body: "\0" }, { body: "[[" }, { body: "null" }),
          },
        )
      : fc.constant({});
    const names = pathParameters(entry.path ?? "").map(({ name }) => name);
    const params = fc.record(
      Object.fromEntries(names.map((name) => [name, fc.oneof(fc.constantFrom(...known), fc.string())])),
    );
    await fc.assert(
      fc.asyncProperty(params, query, bodies, async (given, asked, body) => {
        const path = (entry.path ?? "")
          .replace("/scim/v2", "")
          .replace(/\{([a-z]+)\}/g, (_whole, name) => encodeURIComponent(String(given[name]).toWellFormed()) || "-");
        const texts = Object.entries(asked).map(([name, value]) => [name.toWellFormed(), textOf(value)]);
        const { status, headers, bytes } = await p.send(
          `${entry.method} ${path}?${new URLSearchParams(texts)}`,
          undefined,
          body,
        );
        const sent = JSON.stringify([path, texts, body]).slice(0, 500);
        expect([sent, status]).not.toEqual([sent, 500]);
        if (bytes.byteLength > 0) expect([sent, headers.get("content-type")]).toEqual([sent, "application/scim+json"]);
      }),
      { numRuns, seed: SEED, endOnFailure: true },
    );
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed() : (JSON.stringify(value) ?? "").slice(0, 2000);
}
