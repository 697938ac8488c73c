// What reads and what settles has no rate below what a server can do, in any edition, but where the contract names one.
import { expect, test } from "bun:test";
import { buildCatalogue } from "../../kernel/host.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";

const catalogue = buildCatalogue(plugins, manifest);

/** A minute of ten calls a second, which no person and no agent at work comes near. */
const A_MINUTE = 600;

/** The rates that the contract names for an account. */
const NAMED = ["publish", "access_request", "access_request_status", "bundle", "markdown_render"];

/** Rates of what costs somebody else, or a peer outside, each with whom. */
const COSTS_OTHERS: Readonly<Record<string, string>> = {
  invite: "a person gets a mail",
  webhook_test: "a receiver is called",
  agent_proposal: "people are asked to decide",
};

interface Rate {
  limit: number;
  window_seconds: number;
  editions?: Readonly<Record<string, number>>;
}

test("every tool that reads or sets something has no quota beyond capacity, in every edition", () => {
  const quotas: Readonly<Record<string, Rate>> = manifest.quotas;
  const low = [...catalogue.tools.values()].flatMap(({ tool, entry }) => {
    const name = entry.quota?.name;
    const rate = name === undefined ? undefined : quotas[name];
    if (name === undefined || !rate || NAMED.includes(name) || name in COSTS_OTHERS) return [];
    const lowest = Math.min(rate.limit, ...Object.values(rate.editions ?? {}));
    return (lowest * 60) / rate.window_seconds < A_MINUTE ? [`${tool.name}: ${name}`] : [];
  });
  expect(low).toEqual([]);
});
