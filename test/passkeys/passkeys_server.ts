// What the tests of passkeys share: a server, and people who add and use passkeys at a browser of theirs.
import { expect } from "bun:test";
import type { ParsedBody } from "../harness/harness.ts";
import { openSigninServer } from "../signin/signin_server.ts";
import type { Visitor } from "../signin/visitor.ts";
import { type Device, type Lie, openDevice } from "./device.ts";

export const ORIGIN = "http://localhost:3000";

export type PasskeysServer = Awaited<ReturnType<typeof openPasskeysServer>>;

interface Answer {
  status: number;
  body: ParsedBody;
}

export async function openPasskeysServer(env: Record<string, string> = {}) {
  const server = await openSigninServer({ BASE_URL: ORIGIN, QUOTA_LOGIN: "1000", ...env });

  async function json(by: Visitor, method: string, path: string, body?: object): Promise<Answer> {
    const headers = { "content-type": "application/json", accept: "application/json", origin: ORIGIN };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await by.send(path, { method, headers, ...sent });
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as ParsedBody };
  }

  /** Adds a passkey; `lie` is what its device says wrongly, `in_browser` where the answer is sent from. */
  async function add(
    by: Visitor,
    {
      device,
      lie,
      in_browser = by,
      name = "My phone",
    }: { device?: Device; lie?: Lie; in_browser?: Visitor; name?: string } = {},
  ): Promise<Answer & { device: Device; sent: object }> {
    const kept = device ?? (await openDevice(ORIGIN));
    const asked = await json(by, "POST", "/api/passkeys/options", {});
    if (asked.status !== 200) return { ...asked, device: kept, sent: {} };
    const credential = await kept.create(asked.body.options, lie);
    const sent = { ticket: asked.body.ticket, name, credential };
    return { ...(await json(in_browser, "POST", "/api/passkeys", sent)), device: kept, sent };
  }

  /** Asks for a challenge and has a device sign it. */
  async function prove(by: Visitor, device: Device, lie?: Lie): Promise<Record<string, string>> {
    const { status, body } = await json(by, "POST", "/auth/passkey/options", {});
    expect(status).toBe(200);
    return { ticket: body.ticket, credential: JSON.stringify(await device.get(body.options, lie)) };
  }

  /** Signs in, and answers the status and where it leads. */
  async function signIn(by: Visitor, device: Device, lie?: Lie): Promise<{ status: number; to: string | null }> {
    const answer = await by.submit("/auth/passkey", await prove(by, device, lie));
    return { status: answer.status, to: answer.headers.get("location") };
  }

  return { ...server, json, add, prove, signIn };
}
