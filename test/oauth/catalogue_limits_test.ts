// What the operations of the catalogue declare for the limits of connections,
// and that none boots which says too little.

import { describe, expect, test } from "bun:test";
import { buildCatalogue } from "../../kernel/host.ts";
import { BootError, operationFor, signedIn } from "../../kernel/plugin.ts";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { expectGolden } from "../harness/golden.ts";
import { openHarness } from "../harness/harness.ts";

const operation = operationFor<never, never>();

const h = await openHarness();

/** Those that a token is sent to: where nobody is asked who they are, nobody acts by a token. */
const entries = h.runtime.catalogue.entries.filter((entry) => !entry.anonymous || entry.identify !== null);
const idsOf = (some: readonly Entry[]) => some.map((entry) => entry.id).sort();

type Section = readonly [title: string, says: string, holds: (entry: Entry) => boolean];

const REACH: readonly Section[] = [
  [
    "Refused to a connection limited to roots",
    "They declare no `connection_limit`: what they touch belongs to the workspace or the account as a whole.",
    (entry) => entry.connection_limit === null,
  ],
  [
    "About the caller alone",
    'They declare `connection_limit: "caller"`, and a connection limited to roots may call them.',
    (entry) => entry.connection_limit === "caller",
  ],
  [
    "Within places",
    'They declare `connection_limit: "places"`: their permits and queries keep to the caller\'s roots.',
    () => true,
  ],
];

const AUDIENCE: readonly Section[] = [
  [
    "Writes by which nobody reads more",
    "They declare `opens: null`: neither a limit to a visibility nor a policy is asked about them.",
    (entry) => entry.opens === null && entry.publishes === null,
  ],
  [
    "Writes that say who reads more",
    "They declare `opens` or `publishes`, which limits and policies hold.",
    (entry) => entry.connection_limit !== null,
  ],
  [
    "Writes of the workspace or the account as a whole that say who reads more",
    "As those above, to whoever it lets in by one write. No connection with a visibility lets in people outside of the workspace.",
    () => true,
  ],
];

/** Every operation under the first section that holds it. */
function showUnder(sections: readonly Section[], some: readonly Entry[]): string {
  const left = new Set(some);
  return sections
    .map(([title, says, holds]) => {
      const held = [...left].filter(holds);
      for (const entry of held) left.delete(entry);
      return `\n## ${title}\n\n${says}\n\n${idsOf(held)
        .map((id) => `- ${id}`)
        .join("\n")}\n`;
    })
    .join("");
}

function showDeclared(): string {
  const writes = h.runtime.catalogue.entries.filter((entry) => entry.effect === "write");
  return `# What operations declare for limited connections\n${showUnder(REACH, entries)}${showUnder(AUDIENCE, writes)}`;
}

describe("the catalogue", () => {
  test("declares for limited connections what the golden file catalogue_limits.golden.md says", async () => {
    await expectGolden(new URL("./catalogue_limits.golden.md", import.meta.url), showDeclared());
  });

  test("says of every write who can read more when it is done", () => {
    const writes = h.runtime.catalogue.entries.filter((entry) => entry.effect === "write");
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

  test("refuses a write that is silent, within places, of the workspace and of strangers, and a read that speaks", () => {
    for (const one of [
      {},
      { connection_limit: "places" },
      { connection_limit: "caller" },
      { anonymous: true },
      { tool: { name: "probe", wording: "Probe." } },
    ] as const) {
      expect(() => boot({ ...audited, ...one }), JSON.stringify(one)).toThrow("who can read more then");
      expect(() => boot({ ...audited, ...one }), JSON.stringify(one)).toThrow(BootError);
      expect(() => boot({ ...audited, ...one, opens: null })).not.toThrow();
      expect(() => boot({ ...audited, ...one, publishes: () => "unlisted" })).not.toThrow();
    }
    expect(() => boot({ ...writes, effect: "read", opens: null })).toThrow("opens and publishes nothing");
    expect(() => boot({ ...writes, effect: "read" })).not.toThrow();
  });
});
