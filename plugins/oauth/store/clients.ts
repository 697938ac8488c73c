// Programs that ask for access: those that registered here, and those whose id is the address of their description.
import type { Sql } from "../../../kernel/plugin.ts";

export interface Client {
  client_id: string;
  kind: "registered" | "document";
  name: string;
  redirect_uris: string[];
  /** Of a description: until when it is believed. */
  fresh_until: Date | null;
}

export async function findClient(sql: Sql, clientId: string): Promise<Client | null> {
  const [row] = await sql<Client[]>`
    select client_id, kind, name, redirect_uris, fresh_until from oauth_clients where client_id = ${clientId}`;
  return row ?? null;
}

/** Keeps a registration, or what a description says now. */
export async function keepClient(sql: Sql, client: Client & { now: Date }): Promise<void> {
  const { client_id, kind, name, redirect_uris, fresh_until, now } = client;
  await sql`
    insert into oauth_clients (client_id, kind, name, redirect_uris, created_at, fresh_until, used_at)
    values (${client_id}, ${kind}, ${name}, ${redirect_uris}, ${now}, ${fresh_until}, ${now})
    on conflict (client_id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris,
      fresh_until = excluded.fresh_until where oauth_clients.kind = excluded.kind`;
}

/** Notes that the program is in use, so that it is not removed. */
export async function touchClient(sql: Sql, clientId: string, now: Date): Promise<void> {
  await sql`update oauth_clients set used_at = ${now} where client_id = ${clientId} and used_at < ${now}`;
}

/** Removes programs that nobody is connected with and that were not used since `before`. */
export async function dropUnusedClients(sql: Sql, limits: { before: Date; now: Date }): Promise<number> {
  const dropped = await sql`
    delete from oauth_clients c where c.used_at < ${limits.before} and not exists (
      select from oauth_grants g where g.client_id = c.client_id and g.ended_at is null and g.deadline > ${limits.now})`;
  return dropped.count;
}
