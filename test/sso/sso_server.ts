// What the tests of single sign-on share: workspaces with proven domains, their providers over https, and browsers.

import { afterAll } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plan } from "../../kernel/plugin.ts";
import { issueSession } from "../../kernel/ports/auth.ts";
import { proveByOperator } from "../../plugins/email_domains/port.ts";
import { makeCertificate } from "../harness/certificate.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { createVisitor, type Visitor } from "../signin/visitor.ts";

export const CALLBACK = "http://localhost:3000/auth/sso/callback";

/** Opens a server that may ask providers on this machine. Certificates for them are `tls`. */
export async function openSsoServer(env: Record<string, string> = {}) {
  const tls = makeCertificate("localhost");
  const folder = mkdtempSync(join(tmpdir(), "docsvc-ca-"));
  const authorities = join(folder, "ca.pem");
  writeFileSync(authorities, tls.cert);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const free = { QUOTA_LOGIN: "10000", QUOTA_SSO_CALLBACK: "10000", QUOTA_SSO_TEST: "10000" };
  const h = await openHarness({ env: { SSO_ALLOW: "localhost", SSO_CA_FILE: authorities, ...free, ...env } });
  const { sql } = h.runtime.database;

  /** An owner of a workspace that has proven `domain`. */
  async function company(domain: string, options: { plan?: Plan } = {}): Promise<Person> {
    const owner = await h.person({ role: "owner", email: `owner@${domain}`, ...options });
    await proveByOperator(h.runtime, sql, { workspace_id: owner.workspace_id, domain, now: h.clock.now() });
    return owner;
  }

  /** Sends a request in a session that somebody begins for it: what a token sets waits for an owner. */
  async function byHand(route: string, as: Person, json?: unknown) {
    const [row] = await sql<{ epoch: number }[]>`select epoch from users where user_id = ${as.user_id}`;
    const cookie = issueSession(h.runtime.signer, { user_id: as.user_id, epoch: row?.epoch ?? 0 }, h.clock.now());
    const [named = ""] = cookie.split(";");
    return h.call(route, { as: { ...as, cookie: named }, with_cookie: true, json });
  }

  return {
    ...h,
    byHand,
    sql,
    tls,
    company,
    visitor: (): Visitor => createVisitor(h.fetch, h.base_url),
    /** A browser in which somebody is signed in. */
    browserOf: (person: Person): Visitor => {
      const visitor = createVisitor(h.fetch, h.base_url);
      const [name = "", value = ""] = splitOnce(person.cookie, "=");
      visitor.cookies.set(new URL(h.base_url).host, new Map([[name, value]]));
      return visitor;
    },
    /** The configuration for a provider. */
    configOf: (provider: { issuer: string; client_id: string; client_secret: string }, domains: string[]) => {
      const { issuer, client_id, client_secret } = provider;
      return { issuer, client_id, client_secret, domains };
    },
    actions: async (): Promise<string[]> => (await h.audit()).map((event) => event.action),
  };
}

/** Who is signed in in this browser, or null. */
export async function whoIs(visitor: Visitor): Promise<string | null> {
  const me = await visitor.open("/api/me", { accept: "application/json" });
  return me.status === 200 ? ((await me.json()) as { email: string }).email : null;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}
