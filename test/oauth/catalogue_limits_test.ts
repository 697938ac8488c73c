// What the operations of the catalogue declare for the limits of connections, and that none boots which says too little.

import { describe, expect, test } from "bun:test";
import { buildCatalogue } from "../../kernel/host.ts";
import { BootError, type Entry, operationFor, signedIn, t } from "../../kernel/mod.ts";
import { manifest } from "../../plugins/manifest.ts";
import { expectGolden } from "../golden.ts";
import { openHarness } from "../harness.ts";

const operation = operationFor<never, never>();

const h = await openHarness();

/** Those that a token is sent to: where nobody is asked who they are, nobody acts by a token. */
const entries = h.house.catalogue.entries.filter((entry) => !entry.anonymous || entry.identify !== null);
const idsOf = (some: readonly Entry[]) => some.map((entry) => entry.id).sort();

const SECTIONS: readonly (readonly [title: string, says: string, holds: (entry: Entry) => boolean])[] = [
  [
    "Refused to a connection limited to roots",
    "They declare no `reach`: what they touch belongs to the workspace or the account as a whole.",
    (entry) => entry.reach === null,
  ],
  [
    "About the caller alone",
    'They declare `reach: "caller"`, and a connection limited to roots may call them.',
    (entry) => entry.reach === "caller",
  ],
  [
    "Writes within places by which nobody reads more",
    'They declare `reach: "places"` and `opens: null`: neither a limit to a visibility nor a policy is asked about them.',
    (entry) => entry.effect === "write" && entry.opens === null && entry.publishes === null,
  ],
  [
    "Writes within places that say who reads more",
    "They declare `opens` or `publishes`, which limits and policies hold.",
    (entry) => entry.effect === "write",
  ],
  ["Reads within places", "Their permits and queries keep to the caller's roots.", () => true],
];

/** Every operation under the first section that holds it. */
function showDeclared(): string {
  const left = new Set(entries);
  const sections = SECTIONS.map(([title, says, holds]) => {
    const some = [...left].filter(holds);
    for (const entry of some) left.delete(entry);
    return `\n## ${title}\n\n${says}\n\n${idsOf(some)
      .map((id) => `- ${id}`)
      .join("\n")}\n`;
  });
  return `# What operations declare for limited connections\n${sections.join("")}`;
}

describe("the catalogue", () => {
  test("declares for limited connections what the golden file catalogue_limits.golden.md says", async () => {
    await expectGolden(new URL("./catalogue_limits.golden.md", import.meta.url), showDeclared());
  });

  test("says of every write within places what it opens", () => {
    const writes = entries.filter((entry) => entry.effect === "write" && entry.reach === "places");
    expect(idsOf(writes.filter((entry) => !entry.declares_openness))).toEqual([]);
    const counted = entries.filter((entry) => entry.quota?.name === "publish");
    expect(idsOf(counted.filter((entry) => entry.publishes === null))).toEqual([]);
  });
});

describe("boot", () => {
  const boot = (one: Parameters<typeof operation>[0]) =>
    buildCatalogue([{ name: "stars", operations: [operation(one)] }], manifest);
  const writes = {
    id: "probe.write",
    route: "POST /api/probe",
    summary: "Probe",
    permit: signedIn(),
    run: () => {},
  } as const;
  const audited = { ...writes, audit: "probe.write" };
  const body = (member: string) => t.Object({ [member]: t.Optional(t.String()) });

  test("refuses a write whose input may open something and that does not say what it opens", () => {
    for (const member of ["visibility", "publish_visibility", "published", "listing", "password", "subject_type"]) {
      expect(() => boot({ ...audited, body: body(member) }), member).toThrow(`takes "${member}"`);
      expect(() => boot({ ...audited, form: body(member) }), member).toThrow(BootError);
      expect(() => boot({ ...audited, query: body(member) }), member).toThrow(BootError);
      expect(() => boot({ ...audited, body: body(member), opens: null }), member).not.toThrow();
      expect(() => boot({ ...audited, body: body(member), publishes: () => "unlisted" }), member).not.toThrow();
    }
    const nested = t.Object({ entries: t.Optional(t.Array(t.Object({ site: t.Nullable(body("visibility")) }))) });
    expect(() => boot({ ...audited, body: nested })).toThrow('takes "visibility"');
    const either = t.Object({ entry: t.Optional(t.Union([t.String(), body("visibility")])) });
    expect(() => boot({ ...audited, body: either })).toThrow('takes "visibility"');
    expect(() => boot({ ...audited, body: body("title") })).not.toThrow();
    expect(() => boot({ ...writes, effect: "read", body: body("visibility") })).not.toThrow();
  });

  test("refuses a write within places that is silent, and a read that speaks", () => {
    expect(() => boot({ ...audited, reach: "places" })).toThrow("who can read more");
    expect(() => boot({ ...audited, reach: "places", opens: null })).not.toThrow();
    expect(() => boot({ ...writes, effect: "read", opens: null })).toThrow("opens and publishes nothing");
  });
});
