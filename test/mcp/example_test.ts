// The call that a refusal shows as correct is one:
// whoever copies it and fills it in is not refused for its shape again.
import { expect, test } from "bun:test";
import { Refusal } from "../../kernel/plugin.ts";
import { checkInput } from "../../kernel/ports/pipeline.ts";
import { readArguments } from "../../kernel/ports/tools.ts";
import { exampleArguments } from "../../plugins/mcp/tools/tool_example.ts";
import { openHarness } from "../harness/harness.ts";

/** What a caller fills in where the example says `<name>`, if the name itself will not do. */
const FILLED: Readonly<Record<string, string>> = {
  slug: "a".repeat(25),
  target: "tag:plans",
  icon: "emoji:U+1F4C4",
  email: "ann@example.com",
  emails: "ann@example.com",
};

function filled(example: object): Record<string, unknown> {
  const text = JSON.stringify(example).replace(/"<([a-z_]+)>"/g, (_all, name: string) =>
    JSON.stringify(FILLED[name] ?? name),
  );
  return JSON.parse(text);
}

const h = await openHarness();

test("every tool's example holds against its schema and its rules", async () => {
  const broken: unknown[] = [];
  for (const found of h.runtime.catalogue.tools.values()) {
    const example = filled(exampleArguments(found));
    const faults = await Promise.resolve()
      .then(() => checkInput(found.entry, readArguments(found, example)))
      .then(
        () => null,
        (error: unknown) => (error instanceof Refusal ? error.message : String(error)),
      );
    if (faults) broken.push([found.tool.name, example, faults]);
  }
  expect(broken, 'give a member that "<name>" does not fit its own "examples" in the schema').toEqual([]);
});
