// The link that makes the first owner: signed, so that each start prints the same one without storing it in clear.
import { hasNoAccounts, type Runtime, randomToken, refuse, type Sql } from "../../kernel/plugin.ts";

const PURPOSE = "setup";

/** The current link, or null when the server has an account. */
export async function currentSetupLink(runtime: Runtime, sql: Sql): Promise<string | null> {
  if (!(await hasNoAccounts(sql))) return null;
  await sql`insert into setup_links (generation) values (${randomToken()}) on conflict do nothing`;
  return addressOf(runtime, await readGeneration(sql));
}

/** A new link in place of every earlier one. Throws 409 when the server has an account. */
export async function replaceSetupLink(runtime: Runtime, sql: Sql): Promise<string> {
  if (!(await hasNoAccounts(sql))) {
    throw refuse.conflict(
      'this server has an account already; make a sign-in link for it with "docsvc login-link <email>"',
    );
  }
  const generation = randomToken();
  await sql`
    insert into setup_links (generation) values (${generation})
    on conflict (singleton) do update set generation = excluded.generation`;
  return addressOf(runtime, generation);
}

/** Whether a token is the current link's and nobody has an account yet. */
export async function isSetupOpen(runtime: Runtime, sql: Sql, asked: { token: string; now: Date }): Promise<boolean> {
  const payload = runtime.signer.verify(PURPOSE, asked.token, asked.now);
  if (!payload || !(await hasNoAccounts(sql))) return false;
  return payload["g"] === (await readGeneration(sql));
}

/** Lets one setup through at a time; the second finds the account of the first. */
export async function lockSetup(sql: Sql): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('signin:setup', 0))`;
}

/** Ends the link in the transaction that made the owner. */
export async function endSetup(sql: Sql): Promise<void> {
  await sql`delete from setup_links`;
}

async function readGeneration(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ generation: string }[]>`select generation from setup_links`;
  return row?.generation ?? null;
}

function addressOf(runtime: Runtime, generation: string | null): string {
  return `${runtime.config.base_url}/auth/setup/${runtime.signer.sign(PURPOSE, { g: generation }, null)}`;
}
