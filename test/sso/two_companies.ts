// Two companies, each with a real provider of its own over https.
import { expect } from "bun:test";
import { startRealProvider } from "../signin/real_provider.ts";
import type { Visitor } from "../signin/visitor.ts";
import { CALLBACK, openSsoServer } from "./sso_server.ts";

export async function openTwoCompanies() {
  const h = await openSsoServer();
  const { sql, tls } = h;
  const berg = await startRealProvider({ redirect_uri: CALLBACK, tls });
  const tal = await startRealProvider({ redirect_uri: CALLBACK, tls, inIdToken: true });
  const olga = await h.company("berg.example");
  const rita = await h.company("tal.example");
  await put(olga, berg, ["berg.example"]);
  await put(rita, tal, ["tal.example"]);

  async function put(as: typeof olga, provider: typeof berg, domains: string[], more: object = {}) {
    const answer = await h.byHand("PUT /api/sso", as, { ...h.configOf(provider, domains), ...more });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body;
  }

  /** Goes to the workspace's provider and comes back; answers what the callback answers. */
  async function goThrough(visitor: Visitor, provider: typeof berg, slug: string, query = ""): Promise<Response> {
    const start = await visitor.open(`/auth/sso/${slug}${query}`);
    expect(start.status).toBe(302);
    return visitor.open(await provider.visit(start.headers.get("location") ?? ""));
  }

  async function close(): Promise<void> {
    await berg.close();
    await tal.close();
  }

  return { h, sql, berg, tal, olga, rita, put, goThrough, close };
}
