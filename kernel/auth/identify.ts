// Turns a request's cookie or bearer token into the person behind it, from memory where it is still fresh.
import { LRUCache } from "lru-cache";
import { constantTimeEqual, sha256Bytes } from "../base/digest.ts";
import { refuse } from "../base/refusal.ts";
import type { Signer } from "../base/tickets.ts";
import { type Clock, SECOND_MS } from "../base/time.ts";
import type { Cache } from "../db/cache.ts";
import type { Sql } from "../db/sql.ts";
import type { Actor, ActorToken } from "./actor.ts";
import { personKey, tokenKey } from "./changes.ts";
import { actorOf, findPerson, type Person, personColumns, personOf } from "./people.ts";
import { readCookie, readSession, SESSION_COOKIE } from "./session.ts";
import { parseToken } from "./tokens.ts";
import { type EndedViewing, isViewingOver, listEndedViewings, type Viewing } from "./viewer.ts";

interface TokenHolder {
  person: Person;
  token: ActorToken;
  secret_sha256: Uint8Array;
  expires_at: Date | null;
  revoked: boolean;
}

/** What is remembered of a caller; both kinds live in one bounded cache. */
export type Remembered = RememberedPerson | { holder: TokenHolder | null };

interface RememberedPerson {
  person: Person | null;
  /** The person's sign-outs of late. */
  ended: readonly EndedViewing[];
}

export interface IdentifyParts {
  sql: Sql;
  /** Commits without waiting for the disk; keeps `last_used_at`. */
  asyncCommitSql: Sql;
  signer: Signer;
  cache: Cache<Remembered>;
  clock: Clock;
}

/** Finds out who calls. */
export interface Identifier {
  /**
   * The caller by cookie, else by bearer token. A cookie that is sent is the credential, valid or not (rules: signin/credentials).
   * Throws 401 for a credential that does not hold; null when the request carries none.
   */
  identify(headers: Headers, now: Date): Promise<Actor | null>;
  /** The caller by bearer token alone; null for none or one that does not hold. */
  identifyBearer(headers: Headers, now: Date): Promise<Actor | null>;
  /** The reader whom genuine claims name, as long as they are active, their epoch holds and they have not signed out; else null. */
  identifyViewer(claims: Viewing): Promise<Actor | null>;
  /** An active person by id, else null: for what a person was given and still holds. */
  identifyId(userId: number): Promise<Actor | null>;
  /** Waits for the writes of `last_used_at` under way. */
  settle(): Promise<void>;
}

/** Tokens whose last use is known to have been written. */
const TOUCHED_MAX = 10_000;

const NOBODY: RememberedPerson = { person: null, ended: [] };

export function createIdentifier(parts: IdentifyParts): Identifier {
  const touched = new LRUCache<number, number>({ max: TOUCHED_MAX });
  const writes = new Set<Promise<unknown>>();

  async function bySession(value: string, now: Date): Promise<Actor | null> {
    const claims = readSession(parts.signer, value, now);
    const { person } = claims ? await activePerson(claims.user_id) : NOBODY;
    return person && person.epoch === claims?.epoch
      ? actorOf(person, {
          clock: parts.clock,
          held_until: claims.held_until ?? undefined,
          signed_in: claims.signed_in ?? undefined,
        })
      : null;
  }

  async function byViewer(claims: Viewing): Promise<Actor | null> {
    const { person, ended } = await activePerson(claims.user_id);
    return person && person.epoch === claims.epoch && !isViewingOver(ended, claims) ? actorOf(person, parts) : null;
  }

  async function activePerson(userId: number): Promise<RememberedPerson> {
    const found = await parts.cache.load(personKey(userId), async () => {
      const [person, ended] = await Promise.all([findPerson(parts.sql, userId), listEndedViewings(parts.sql, userId)]);
      return { person, ended };
    });
    return "person" in found && !found.person?.disabled ? found : NOBODY;
  }

  async function byToken(text: string, now: Date): Promise<Actor | null> {
    const parsed = parseToken(text);
    if (!parsed) return null;
    const found = await parts.cache.load(tokenKey(parsed.prefix), async () => ({
      holder: await findHolder(parts.sql, parsed.prefix),
    }));
    const holder = "holder" in found ? found.holder : null;
    if (!holder || !constantTimeEqual(sha256Bytes(parsed.secret), holder.secret_sha256)) return null;
    if (holder.revoked || holder.person.disabled) return null;
    if (holder.expires_at && holder.expires_at <= now) return null;
    touch(holder.token.id, now);
    return actorOf(holder.person, { clock: parts.clock, token: holder.token });
  }

  /** Writes `last_used_at` at most once a second for each token: the list stays true without a write per request. */
  function touch(tokenId: number, now: Date): void {
    if (Math.abs(now.getTime() - (touched.get(tokenId) ?? 0)) < SECOND_MS) return;
    touched.set(tokenId, now.getTime());
    const write = parts.asyncCommitSql`update tokens set last_used_at = ${now} where token_id = ${tokenId}`.catch(
      () => {},
    );
    writes.add(write);
    void write.finally(() => writes.delete(write));
  }

  return {
    identify: async (headers, now) => {
      const cookie = readCookie(headers, SESSION_COOKIE);
      const bearer = cookie === null ? bearerOf(headers) : null;
      if (cookie === null && bearer === null) return null;
      const actor = cookie === null ? await byToken(bearer ?? "", now) : await bySession(cookie, now);
      if (!actor) throw refuse.unauthenticated("authentication required");
      return actor;
    },
    identifyBearer: async (headers, now) => {
      const bearer = bearerOf(headers);
      return bearer === null ? null : byToken(bearer, now);
    },
    identifyViewer: byViewer,
    identifyId: async (userId) => {
      const { person } = await activePerson(userId);
      return person && actorOf(person, parts);
    },
    settle: async () => {
      await Promise.allSettled(writes);
    },
  };
}

/** The token of an `Authorization: Bearer` header (RFC 6750, 2.1), or null when there is none. */
export function bearerOf(headers: Headers): string | null {
  const header = headers.get("authorization");
  const match = header ? /^bearer +(\S+) *$/i.exec(header) : null;
  return match?.[1] ?? null;
}

async function findHolder(sql: Sql, prefix: string): Promise<TokenHolder | null> {
  const [row] = await sql`
    select ${personColumns(sql)}, t.token_id, t.name as token_name, t.client, t.limits, t.secret_sha256, t.expires_at,
      t.revoked_at is not null as revoked
    from tokens t join users u using (user_id) join workspaces w on w.workspace_id = u.workspace_id
    where t.prefix = ${prefix}`;
  if (!row) return null;
  const { token_id, token_name, client, limits, secret_sha256, expires_at, revoked, ...person } = row;
  return {
    person: personOf(person as Parameters<typeof personOf>[0]),
    token: { id: token_id, name: token_name, client, limits },
    secret_sha256,
    expires_at,
    revoked,
  };
}
