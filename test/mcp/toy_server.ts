// A listening server whose server holds the toys beside everything else, so that real clients can connect to it.
import { forgetToken, parseToken } from "../../kernel/host.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { toys } from "./toys.ts";

/** Opens it for one test file, at the top of that file. Two publishes an hour, so that a test can use them up. */
export async function openToyServer(env: Record<string, string> = {}) {
  const listener = Bun.serve({ port: 0, idleTimeout: 120, fetch: () => new Response(null, { status: 503 }) });
  const origin = `http://localhost:${listener.port}`;
  const entry = { purpose: "Toys.", needs: [], toolset: "admin", editions: ["community"] };
  const harness = await openHarness({
    extra: [{ plugin: toys, entry }],
    env: { BASE_URL: origin, CONTENT_URL: `http://127.0.0.1:${listener.port}`, QUOTA_PUBLISH: "2", ...env },
  });
  listener.reload({ fetch: (request) => harness.fetch(request) });
  const { sql, bus } = harness.runtime.database;

  /** Ends the person's token now, by revoking it or by its age. */
  async function endToken({ token }: Person, by: "revoked_at" | "expires_at"): Promise<void> {
    const { prefix } = parseToken(token) ?? { prefix: "" };
    await sql`update tokens set ${sql(by)} = ${harness.clock.now()} where prefix = ${prefix}`;
    await forgetToken(sql, prefix);
    await bus.catchUp();
  }

  /** Resolves when the pipeline has met the person's token for the first time. */
  async function untilUsed({ token }: Person): Promise<void> {
    const { prefix } = parseToken(token) ?? { prefix: "" };
    for (let used = false; !used; ) {
      const [row] = await sql`select last_used_at from tokens where prefix = ${prefix}`;
      used = row?.["last_used_at"] != null;
    }
  }

  /** Posts to the protocol's address as it is, without a client's help. */
  async function post(token: string | null, message: unknown, headers: Record<string, string> = {}, path = "/mcp") {
    const response = await fetch(origin + path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
  }

  return {
    harness,
    origin,
    url: new URL(`${origin}/mcp`),
    endToken,
    untilUsed,
    post,
    call: (token: string, name: string, args: Record<string, unknown> = {}) =>
      post(token, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    /** The audit rows of one person. */
    audit: async ({ email }: Person) => (await harness.audit()).filter((row) => row.actor === email),
    close: () => listener.stop(true),
  };
}
