// Prompts: what a person can pick, filled in with what they gave, and nothing that speaks of a tool which does not run.
import { afterAll, expect, test } from "bun:test";
import { PROMPTS } from "../../plugins/mcp/resources/prompts.ts";
import type { ParsedBody } from "../harness/harness.ts";
import { withBothClients } from "./both_clients.ts";
import { openToyServer } from "./toy_server.ts";

const server = await openToyServer();
afterAll(() => server.close());
const person = await server.harness.person();
const get = async (name: string, args?: Record<string, unknown>) => {
  const params = { name, ...(args ? { arguments: args } : {}) };
  return (await server.post(person.token, { jsonrpc: "2.0", id: 1, method: "prompts/get", params })).body;
};

test("both clients list the prompts, each argument described, and get one filled in", async () => {
  await withBothClients(server.url, person, async (client) => {
    const { prompts } = await client.listPrompts();
    expect(prompts.map((one: ParsedBody) => one.name)).toEqual(PROMPTS.map(({ name }) => name));
    for (const { title, description, arguments: known } of prompts) {
      expect(title.length * description.length).toBeGreaterThan(0);
      for (const one of known) expect(one.description.length).toBeGreaterThan(10);
    }
    const found = await client.getPrompt("update_document", {
      document: "http://localhost/d/x/",
      changes: "mend the table",
    });
    expect(found.messages).toHaveLength(1);
    const { role, content } = found.messages[0];
    expect({ role, type: content.type }).toEqual({ role: "user", type: "text" });
    expect(content.text).toContain("http://localhost/d/x/");
    expect(content.text).toContain("mend the table");
  });
});

test("a prompt without optional arguments reads whole", async () => {
  const { result } = await get("publish_conversation");
  expect(result.messages[0].content.text).toContain("publish_markdown");
  expect(result.messages[0].content.text).not.toContain("undefined");
});

test("every tool that a prompt speaks of is in its declaration, and runs", () => {
  const running = server.harness.runtime.catalogue.tools;
  for (const prompt of PROMPTS) {
    const filled = Object.fromEntries(prompt.arguments.map(({ name }) => [name, "X"]));
    const words = `${prompt.says(filled)} ${prompt.says({})}`;
    const spoken = [...running.keys()].filter((name) => name.includes("_") && words.includes(name));
    for (const name of spoken)
      expect({ prompt: prompt.name, tools: prompt.tools }).toMatchObject({ tools: expect.arrayContaining([name]) });
    for (const name of prompt.tools) expect(running.has(name)).toBe(true);
  }
});

const REFUSED: [string, Record<string, unknown> | undefined, string][] = [
  ["update_document", { document: "x" }, "changes is required"],
  ["update_document", { document: " ", changes: "x" }, "document is required"],
  ["update_document", undefined, "document is required"],
  ["publish_conversation", { colour: "red" }, 'unknown argument "colour"'],
  ["publish_conversation", { title: "x".repeat(20_001) }, "at most 20000"],
  ["no_such_prompt", {}, "there are publish_conversation"],
];

test("what cannot be filled in is refused in words", async () => {
  for (const [name, args, words] of REFUSED) {
    const { error } = await get(name, args);
    expect(error.code).toBe(-32602);
    expect(error.message).toContain(words);
  }
});
