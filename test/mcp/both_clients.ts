// The two official clients connected to one server,
// to hold what both eras of the protocol answer against the same expectations.
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { ParsedBody, Person } from "../harness/harness.ts";

const CALLER = { name: "tests", version: "1" };

/** What the tests use of either client. */
export interface AnyClient {
  era: string;
  instructions(): string;
  listResources(cursor?: string): Promise<ParsedBody>;
  listResourceTemplates(): Promise<ParsedBody>;
  readResource(uri: string): Promise<ParsedBody>;
  listPrompts(): Promise<ParsedBody>;
  getPrompt(name: string, args?: Record<string, string>): Promise<ParsedBody>;
  callTool(name: string, args: Record<string, unknown>): Promise<ParsedBody>;
}

/** Runs the same with each client. */
export async function withBothClients(
  url: URL,
  { token }: Person,
  run: (client: AnyClient) => Promise<void>,
): Promise<void> {
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  const older = new Client(CALLER);
  await older.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  const modern = new ModernClient(CALLER, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await modern.connect(new ModernTransport(url, { requestInit }));
  try {
    for (const [era, client] of [
      ["legacy", older],
      ["modern", modern],
    ] as const) {
      await run({
        era,
        instructions: () => client.getInstructions() ?? "",
        listResources: (cursor) => client.listResources(cursor === undefined ? {} : { cursor }),
        listResourceTemplates: () => client.listResourceTemplates(),
        readResource: (uri) => client.readResource({ uri }),
        listPrompts: () => client.listPrompts(),
        getPrompt: (name, args) => client.getPrompt({ name, ...(args ? { arguments: args } : {}) }),
        callTool: (name, args) => client.callTool({ name, arguments: args }),
      });
    }
  } finally {
    await older.close();
    await modern.close();
  }
}
