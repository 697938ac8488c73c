// What the command prints is taken as it stands by the clients that it is for, and holds no secret that was not given.
import { afterAll, describe, expect, test } from "bun:test";
import { CLIENTS } from "../../hosts/client/mcp_config/clients.ts";
import { makeServerPlace } from "../faults/server_process.ts";

const place = await makeServerPlace();
afterAll(() => place.remove());
const TOKEN = "dsk_0123abcd_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";
const print = (...words: string[]) => place.runHere("mcp-config", ...words);

test("every client is named with its place and the configured address", async () => {
  const printed = await print();
  for (const { title, place: where } of CLIENTS) expect(printed).toContain(`# ${title}: ${where}`);
  expect(printed.match(/http\S+\/mcp/g)?.every((url) => url === `${place.base_url}/mcp`)).toBe(true);
  expect(printed).not.toMatch(/Authorization|Bearer|dsk_/);
});

describe("one client's configuration stands alone on stdout", () => {
  const url = "https://docs.example.com/mcp";
  const authorized = { headers: { Authorization: `Bearer ${TOKEN}` } };

  test.each<[string, (seen: string) => unknown, Record<string, unknown>]>([
    ["cursor", (seen) => JSON.parse(seen).mcpServers.docs, { url }],
    ["vscode", (seen) => JSON.parse(seen).servers.docs, { type: "http", url }],
    ["gemini", (seen) => JSON.parse(seen).mcpServers.docs, { httpUrl: url }],
    ["windsurf", (seen) => JSON.parse(seen).mcpServers.docs, { serverUrl: url }],
    ["json", (seen) => JSON.parse(seen).mcpServers.docs, { type: "http", url }],
  ])("%s", async (client, read, entry) => {
    const words = ["--client", client, "--server", "https://docs.example.com"];
    expect(read(await print(...words))).toEqual(entry);
    expect(read(await print(...words, "--token", TOKEN))).toEqual({ ...entry, ...authorized });
  });

  test("codex, which keeps a token out of its file", async () => {
    const words = ["mcp-config", "--client", "codex", "--server", "https://docs.example.com"];
    expect(Bun.TOML.parse((await place.call(words)).stdout)).toEqual({ mcp_servers: { docs: { url } } });
    const { stdout, stderr } = await place.callHere([...words, "--token", TOKEN]);
    expect(Bun.TOML.parse(stdout)).toEqual({
      mcp_servers: { docs: { url, bearer_token_env_var: "DOCSVC_TOKEN" } },
    });
    expect(stderr).toContain(`export DOCSVC_TOKEN=${TOKEN}`);
  });

  test("claude-desktop, whose bridge gets the token by its environment", async () => {
    const words = ["--client", "claude-desktop", "--server", "https://docs.example.com"];
    const bridge = { command: "npx", args: ["-y", "mcp-remote", url] };
    expect(JSON.parse(await print(...words)).mcpServers.docs).toEqual(bridge);
    const { args, env } = JSON.parse(await print(...words, "--token", TOKEN)).mcpServers.docs;
    expect({ args, env }).toEqual({
      args: [...bridge.args, "--header", "Authorization:$" + "{AUTHORIZATION}"],
      env: { AUTHORIZATION: `Bearer ${TOKEN}` },
    });
  });

  test("claude-code, as one line for a shell", async () => {
    const words = ["--client", "claude-code", "--server", `${url}/readonly/`];
    expect(await print(...words)).toBe(`claude mcp add --transport http docs ${url}/readonly`);
    expect(await print(...words, "--token", TOKEN)).toEndWith(` --header "Authorization: Bearer ${TOKEN}"`);
  });
});

test("plain http to another machine is printed with a note of what is wrong with it", async () => {
  const { code, stderr } = await place.callHere(["mcp-config", "--server", "http://docs.example.com"]);
  expect(code).toBe(0);
  expect(stderr).toContain("give it https");
});

test.each<[string, string[], RegExp, Record<string, string>]>([
  ["an unknown client", ["--client", "emacs"], /--client is "emacs": use one of claude-code, /, {}],
  ["an address that is none", ["--server", "docs"], /--server is "docs": give an address such as/, {}],
  ["an address with a password", ["--server", "https://me:secret@x.example"], /is "https:\/\/\.\.\.@x\.example"/, {}],
  ["an app under a path", ["--server", "https://x.example/app"], /give https:\/\/x\.example or/, {}],
  ["what is no token", ["--token", 'secret"; rm'], /docsvc token create/, {}],
  ["a server without the plugin", [], /remove -mcp from PLUGINS/, { PLUGINS: "-mcp" }],
  ["a server without OAuth", [], /add --token/, { PLUGINS: "-oauth,-credentials" }],
])("%s is refused with 1 and one line", async (_what, words, line, env) => {
  const { code, stdout, stderr } = await place.callHere(["mcp-config", ...words], env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr.split("\n")).toHaveLength(1);
  expect(stderr).toMatch(line);
  expect(stderr).not.toContain("secret");
});
