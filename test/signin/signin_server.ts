// What the tests of sign-in share: a server with people in it, their mail, and what is written down about them.
import { SESSION_COOKIE } from "../../kernel/host.ts";
import { createPerson, createWorkspace, findPersonByEmail } from "../../kernel/plugin.ts";
import { issueSession, mintToken } from "../../kernel/ports/auth.ts";
import { openHarness } from "../harness/harness.ts";
import { lastLink, readMail } from "./mailbox.ts";
import { createVisitor, type Visitor } from "./visitor.ts";

export type SigninServer = Awaited<ReturnType<typeof openSigninServer>>;

/** A server whose people are anna (owner) and otto (switched off), with SIGNUP and whatever else `env` says. */
export async function openSigninServer(env: Record<string, string> = {}) {
  const harness = await openHarness({ env });
  const { runtime, clock } = harness;
  const { sql } = runtime.database;
  const now = clock.now();
  const workspace = await createWorkspace(sql, { slug: "berg", name: "Berg", plan: "team", now });
  const anna = await addPerson("anna@example.com", "owner");
  const otto = await addPerson("otto@example.com", "member");
  await sql`update users set disabled_at = ${now} where user_id = ${otto}`;

  async function addPerson(email: string, role: "owner" | "member"): Promise<number> {
    return createPerson(sql, { email, name: null, workspace_id: workspace.id, role, now });
  }

  return {
    ...harness,
    sql,
    anna,
    otto,
    addPerson,
    readMail: () => readMail(runtime),
    visitor: (): Visitor => createVisitor(harness.fetch, runtime.config.base_url),
    /** The path of the link in the last mail. */
    lastLink: async (): Promise<string> => (await lastLink(runtime)).pathname,
    /** A visitor who is signed in as `userId`. */
    signedIn: (userId: number): Visitor => {
      const visitor = createVisitor(harness.fetch, runtime.config.base_url);
      const signed_in = { at: clock.now(), by: "mail" };
      const cookie = issueSession(runtime.signer, { user_id: userId, epoch: 0, signed_in }, clock.now());
      const value = cookie.slice(cookie.indexOf("=") + 1, cookie.indexOf(";"));
      visitor.cookies.set(new URL(runtime.config.base_url).host, new Map([[SESSION_COOKIE, value]]));
      return visitor;
    },
    /** A bearer token of `userId`, made without the API. */
    mint: async (userId: number, ttl_days = 365): Promise<string> => {
      const made = await mintToken(sql, {
        user_id: userId,
        workspace_id: workspace.id,
        name: "test",
        ttl_days,
        now: clock.now(),
      });
      return made.token;
    },
    actions: async (): Promise<string[]> => {
      const rows = await sql<{ action: string }[]>`select action from audit_events order by event_id`;
      return rows.map((row) => row.action);
    },
    countLinks: async (): Promise<number> => {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from login_links`;
      return row?.count ?? 0;
    },
    whoIs: (email: string) => findPersonByEmail(sql, email),
  };
}

/** Whose session the answer starts, or null when it starts none. */
export async function sessionOf(visitor: Visitor): Promise<string | null> {
  const me = await visitor.open("/api/me", { accept: "application/json" });
  if (me.status !== 200) return null;
  const { email } = (await me.json()) as { email: string };
  return email;
}
