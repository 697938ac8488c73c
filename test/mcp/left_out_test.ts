// Holds each tool's arguments and answers against its route's: what it leaves out stands in a list, with the reason.
import { expect, test } from "bun:test";
import { buildCatalogue } from "../../kernel/host.ts";
import { isJsonObject } from "../../kernel/plugin.ts";
import type { Entry, ToolEntry } from "../../kernel/ports/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { plugins } from "../../plugins/mod.ts";
import { LEFT_OUT, ROUTE_OF } from "./left_out.ts";

const catalogue = buildCatalogue(plugins, manifest);

/** The operation whose route does what the tool does. */
function routeOf({ tool, entry }: ToolEntry): Entry {
  const route = entry.path === null ? catalogue.byId.get(ROUTE_OF[tool.name] ?? "") : entry;
  if (!route?.path) throw new Error(`${tool.name} has no route of its own; name one that does the same in left_out.ts`);
  return route;
}

function argumentsLeft(called: ToolEntry): string[] {
  const { params, query, body, form, synonyms } = routeOf(called);
  const taken = [params, query, body, form].flatMap((part) => Object.keys(part?.properties ?? {}));
  const { properties } = called.shape.inputSchema;
  const isSaid = (name: string) => name in properties || name in synonyms || name in (called.tool.fixed ?? {});
  return [...new Set(taken)].filter((name) => !isSaid(name));
}

function answersLeft(called: ToolEntry): string[] {
  const given: object = called.shape.outputSchema?.properties ?? {};
  return membersOf(routeOf(called)).filter((name) => !(name in given));
}

function membersOf({ output }: Entry): string[] {
  const members = output?.["properties"];
  return isJsonObject(members) ? Object.keys(members) : [];
}

const sorted = (names: readonly string[] = []) => [...names].sort();

test("a tool takes every argument of its route and gives every member of its answer, but those that are left out on purpose", () => {
  const found: Record<string, object> = {};
  const told: Record<string, object> = {};
  for (const called of catalogue.tools.values()) {
    const { name } = called.tool;
    const { arguments: taken, answers, why = "" } = LEFT_OUT[name] ?? {};
    found[name] = { arguments: sorted(argumentsLeft(called)), answers: sorted(answersLeft(called)) };
    told[name] = { arguments: sorted(taken), answers: sorted(answers) };
    if (LEFT_OUT[name]) expect([name, why.length > 20]).toEqual([name, true]);
  }
  expect(found).toEqual(told);
});

test("the lists name no tool that is gone", () => {
  const gone = [...Object.keys(LEFT_OUT), ...Object.keys(ROUTE_OF)].filter((name) => !catalogue.tools.has(name));
  expect(gone).toEqual([]);
});
