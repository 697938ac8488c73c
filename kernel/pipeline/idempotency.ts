// Remembers the answer to a request that carries an idempotency key, so that a repeat gets it again
// (rules: requests/idempotency).
import type { Actor } from "../auth/actor.ts";
import { sha256Bytes } from "../base/digest.ts";
import { isJsonObject } from "../base/json.ts";
import { refuse } from "../base/refusal.ts";
import type { TObject } from "../base/schema.ts";
import { DAY_MS, later } from "../base/time.ts";
import { readDurably } from "../db/durability.ts";
import type { Sql } from "../db/sql.ts";
import { KEY_HEADER } from "../input/repeat_key.ts";
import type { PermitCall } from "../operation/call.ts";
import { type Named, type NamedIds, namesOf } from "../operation/named.ts";
import type { RememberedParameter } from "../operation/single.ts";
import type { Outcome, Prepared } from "../plugin/prepared.ts";
import type { RunningServer } from "../plugin/running_server.ts";
import { formerShapeOf, shapeOf } from "./fingerprint.ts";

/** A remembered answer. */
export interface Answer {
  status: number;
  value: unknown;
}

/** One call's dealings with its idempotency key; without a key every method does nothing. */
export interface Memory {
  has_key: boolean;
  /** For the permit: what the names of the request stand for, on a repeat those of the first time. */
  named?: Named;
  /** Once the request is refused for what it names: throws 409 where another request took the key, whatever that named. */
  demandSame(): Promise<void>;
  /** Before the quota: the first answer when the same request came before, 409 when another one took the key. */
  recall(): Promise<{ answer: Answer | null } | null>;
  /** First in the transaction: takes the key, or waits for a twin and answers with its result. */
  claim(sql: Sql, made: unknown): Promise<Answer | null>;
  /** Last in the transaction: keeps the answer. */
  keep(sql: Sql, outcome: Outcome): Promise<void>;
  /** Both at once, for a write that is one statement and whose answer is known before it; null without a key. */
  parameter(made: unknown, outcome: Outcome): RememberedParameter | null;
}

/** What a raw upload's `prepare` returns so that equal bytes make an equal request. */
export interface Fingerprinted {
  fingerprint: string;
}

const NOTHING: Memory = {
  has_key: false,
  demandSame: async () => {},
  recall: async () => null,
  claim: async () => null,
  keep: async () => {},
  parameter: () => null,
};
const REMEMBERED_MS = DAY_MS;
const TRIAL_MEMBER = "dry_run";

export async function createMemory(runtime: RunningServer, prepared: Prepared): Promise<Memory> {
  const { entry, actor, input, now } = prepared;
  const key = demandOneKey(entry.once ? keyOf(input, entry.once) : null, prepared.idempotency_key ?? null);
  if (key === null || !actor || isTrial(prepared)) return NOTHING;
  const oldest = later(now, -REMEMBERED_MS);
  const shape = await shapeOf(prepared);
  let made: unknown;
  const request = () => requestOf(shape, made);
  const isSame = async (found: FoundAnswer) =>
    isRequest(found, request()) || isRequest(found, requestOf(await formerShapeOf(prepared), made));
  const answerOf = async (found: FoundAnswer) => {
    if (!(await isSame(found))) throw refuseOther(key);
    const answer = found.status === null ? null : { status: found.status, value: found.answer };
    return answer && entry.marks_repeat ? markRepeat(answer, entry.marks_repeat) : answer;
  };
  // The first request may still wait for the disk, and its answer must not be given in its stead.
  const find = () => {
    const { sql } = runtime.database;
    return findAnswer(sql, { user_id: actor.user_id, key, oldest, also: sql`, ${readDurably(sql)}` });
  };
  // A raw upload is compared when its bytes are here.
  const named = namesOf(async () => {
    const found = entry.raw === "upload" ? null : await find();
    return found && (await isSame(found)) ? (found.named ?? {}) : null;
  });

  return {
    has_key: true,
    named,
    demandSame: async () => {
      const found = entry.raw === "upload" ? null : await find();
      if (found && !(await isSame(found))) throw refuseOther(key);
    },
    recall: async () => {
      const found = await find();
      if (!found) return null;
      if (entry.raw === "upload") return { answer: null };
      const answer = await answerOf(found);
      // A request without a mark would be carried out again.
      if (answer && isUnkept(answer.value)) throw refuseUnkept();
      return { answer };
    },
    claim: async (sql, prepares) => {
      made = prepares;
      const [mine] = await sql`
        insert into remembered_answers as r (workspace_id, user_id, idempotency_key, request_sha256, created_at)
        values (${actor.workspace.id}, ${actor.user_id}, ${key}, ${request()}, ${now})
        on conflict (user_id, idempotency_key) do update
          set request_sha256 = excluded.request_sha256, status = null, answer = null, named = null, created_at = excluded.created_at
          where r.created_at <= ${oldest}
        returning 1`;
      if (mine) return null;
      const found = await findAnswer(sql, { user_id: actor.user_id, key, oldest });
      return found && answerOf(found);
    },
    keep: async (sql, outcome) => {
      await sql`
        update remembered_answers set status = ${outcome.status}, answer = ${JSON.stringify(keptOf(outcome))}::text::jsonb,
          named = ${JSON.stringify(named.kept())}::text::jsonb
        where user_id = ${actor.user_id} and idempotency_key = ${key}`;
    },
    parameter: (prepares, outcome) => ({
      workspace_id: actor.workspace.id,
      user_id: actor.user_id,
      idempotency_key: key,
      request_sha256: Buffer.from(requestOf(shape, prepares)).toString("hex"),
      status: outcome.status,
      answer: keptOf(outcome),
      created_at: now,
      oldest,
    }),
  };
}

/**
 * Whether a request came before under the key that this one brings, as a member or in its header. A permit that looks ahead at what a
 * write would be refused for asks it: the first one may be what filled the place that it looks at.
 */
export async function isKeyKnown(
  { sql, now, request, actor }: Pick<PermitCall, "sql" | "now" | "request"> & { actor: Actor },
  member: string | undefined,
): Promise<boolean> {
  const key = member ?? request.headers.get(KEY_HEADER);
  if (key === null) return false;
  return (await findAnswer(sql, { user_id: actor.user_id, key, oldest: later(now, -REMEMBERED_MS) })) !== null;
}

function keptOf({ value = null }: Outcome): unknown {
  return JSON.stringify(value).length > ANSWER_CHARS_MAX ? UNKEPT : value;
}

function markRepeat({ status, value }: Answer, member: string): Answer {
  return { status, value: isJsonObject(value) && !isUnkept(value) ? { ...value, [member]: true } : value };
}

interface FoundAnswer {
  request_sha256: Uint8Array;
  status: number | null;
  answer: unknown;
  /** Null where the request named nothing that it found, or came before names were kept. */
  named: NamedIds | null;
}

async function findAnswer(
  sql: Sql,
  by: { user_id: number; key: string; oldest: Date; also?: ReturnType<Sql> },
): Promise<FoundAnswer | null> {
  const [row] = await sql<FoundAnswer[]>`
    select request_sha256, status, answer, named ${by.also ?? sql``} from remembered_answers
    where user_id = ${by.user_id} and idempotency_key = ${by.key} and created_at > ${by.oldest}`;
  return row ?? null;
}

/** The hash of a request; what its preparation made of a raw body is part of it. */
function requestOf(shape: string, made: unknown): Uint8Array {
  return sha256Bytes(isFingerprinted(made) ? JSON.stringify([shape, made.fingerprint]) : shape);
}

function isRequest(found: FoundAnswer, request: Uint8Array): boolean {
  return Buffer.from(found.request_sha256).equals(Buffer.from(request));
}

function refuseOther(key: string): Error {
  return refuse.conflict(`idempotency_key "${key}" was used for another request in the last 24 hours; use a new key`, {
    code: "idempotency_key_reused",
  });
}

function demandOneKey(member: string | null, beside: string | null): string | null {
  if (member !== null && beside !== null && member !== beside) {
    throw refuse.invalid("idempotency_key and the Idempotency-Key header differ; send one of them");
  }
  return member ?? beside;
}

/** An answer that is longer is marked and not kept. */
const ANSWER_CHARS_MAX = 256 * 1024;
const UNKEPT = { too_long_to_keep: true };

function isUnkept(value: unknown): boolean {
  return Bun.deepEquals(value, UNKEPT);
}

function refuseUnkept(): Error {
  return refuse.conflict(
    "the first request with this idempotency_key was carried out; its answer was too long to keep, so read what it changed",
  );
}

function keyOf(input: Prepared["input"], name: string): string | null {
  for (const part of [input.body, input.query, input.form]) {
    const value = typeof part === "object" && part !== null ? Reflect.get(part, name) : undefined;
    if (typeof value === "string") return value;
  }
  return null;
}

/** What only says what would be done writes nothing, and leaves the key to the request that does it. */
function isTrial({ entry, input }: Prepared): boolean {
  const parts: [TObject | null, unknown][] = [
    [entry.body, input.body],
    [entry.query, input.query],
  ];
  return parts.some(([schema, sent]) => {
    const isDeclared = schema !== null && Object.hasOwn(schema.properties, TRIAL_MEMBER);
    return isDeclared && typeof sent === "object" && sent !== null && Reflect.get(sent, TRIAL_MEMBER) === true;
  });
}

function isFingerprinted(made: unknown): made is Fingerprinted {
  return typeof made === "object" && made !== null && "fingerprint" in made && typeof made.fingerprint === "string";
}

/** Forgets answers older than a day; part of the daily sweep. */
export async function sweepAnswers(sql: Sql, now: Date): Promise<number> {
  const gone = await sql`delete from remembered_answers where created_at <= ${later(now, -REMEMBERED_MS)}`;
  return gone.count;
}
