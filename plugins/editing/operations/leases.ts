// Taking, renewing, looking at and giving back the edit lease of a document (rules: writes/leases).
import { type Call, later, randomToken, refuse, sha256Hex, t, type WriteCall } from "../../../kernel/plugin.ts";
import { documentWith, type LoadedDocument, parseFilePath } from "../../documents/port/read.ts";
import { lockWith } from "../../documents/port/write.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { holdsToken, refuseHeld, showLease } from "../leases.ts";
import { deleteLease, extendLease, findLease, type Lease, putLease } from "../store/leases.ts";

export const TTL_SECONDS_MAX = manifest.caps.lease_seconds;

const leaseMembers = {
  doc_id: t.String(),
  holder: t.Object({ email: t.String(), user_id: t.Integer() }),
  expires_at: t.Instant(),
  acquired_at: t.Instant(),
  path: t.Nullable(t.String(), {
    description: "The file that the holder said they change; the lease is of the whole document.",
  }),
  mine: t.Boolean(),
};
const EditLease = t.Object(leaseMembers, { $id: "EditLease" });
const TakenLease = t.Object(
  {
    ...leaseMembers,
    token: t.String({ description: "Told this once. Writes of others may present it as lock_token." }),
  },
  { $id: "TakenLease" },
);
const ttlSeconds = t.Optional(
  t.Integer({ minimum: 1, maximum: TTL_SECONDS_MAX, default: TTL_SECONDS_MAX, description: "How long it lasts." }),
);

type LeaseCall = Call<LoadedDocument, false>;

/** Leases change under the document's lock, so that a write sees one or none and nothing between. */
async function lockFor(call: LeaseCall, needs: "edit" | "settings" = "edit"): Promise<Lease | null> {
  const { sql, subject, now } = call;
  await lockWith(call, subject, needs);
  return findLease(sql, { document_id: subject.document_id, now });
}

function show({ subject, actor }: LeaseCall, lease: Lease) {
  return showLease(lease, { doc_id: subject.doc_id, user_id: actor.user_id });
}

export const readLock = operation({
  id: "lock.get",
  route: "GET /api/docs/{doc_id}/lock",
  tool: { name: "get_lock", wording: "See who is editing a document right now, if anybody.", idempotent: true },
  summary: "Who is editing a document",
  output: t.Object({ doc_id: t.String(), lock: t.Nullable(EditLease) }, { $id: "LockState" }),
  permit: documentWith("view"),
  connection_limit: "places",
  run: async (call) => {
    const { sql, subject, now } = call;
    const lease = await findLease(sql, { document_id: subject.document_id, now });
    return { doc_id: subject.doc_id, lock: lease && show(call, lease) };
  },
});

export const takeLock = operation({
  id: "lock.take",
  route: "POST /api/docs/{doc_id}/lock",
  tool: {
    name: "lock_doc",
    wording:
      "Keep others from writing to a document while you change it, for at most 10 minutes. Remember the token to renew and give back the lease.",
    gives: ["doc_id", "token", "expires_at", "path"],
  },
  summary: "Take the edit lease of a document",
  description:
    "It blocks other people's writes unless they present its token. Taking one's own lease again gives a fresh token.",
  body: t.Object({
    path: t.Optional(t.Name({ description: "The file that you are going to change, for others to read." })),
    ttl_seconds: ttlSeconds,
  }),
  output: TakenLease,
  status: 201,
  rules: ({ body }) => {
    if (body.path !== undefined) parseFilePath(body.path);
  },
  permit: documentWith("edit"),
  connection_limit: "places",
  opens: null,
  unrepeatable: "the answer holds the lease's token; whoever holds the lease takes it anew",
  audit: "lock.acquire",
  refuses: [423],
  run: async (call, { body }) => {
    const { sql, subject, actor, now, note } = call;
    const current = await lockFor(call);
    if (current && current.holder_id !== actor.user_id) throw refuseHeld(current);
    const token = randomToken();
    const lease: Lease = {
      document_id: subject.document_id,
      holder_id: actor.user_id,
      holder_email: actor.email,
      token_hash: sha256Hex(token),
      path: body.path ?? null,
      acquired_at: current?.acquired_at ?? now,
      expires_at: later(now, (body.ttl_seconds ?? TTL_SECONDS_MAX) * 1000),
    };
    await putLease(sql, { ...lease, workspace_id: actor.workspace.id, now });
    const meta = { path: lease.path, expires_at: lease.expires_at.toISOString() };
    note("lock.acquire", { target_type: "doc", target_id: subject.doc_id, meta });
    return { ...show(call, lease), token };
  },
});

export const renewLock = operation({
  id: "lock.renew",
  route: "POST /api/docs/{doc_id}/lock/renew",
  tool: {
    name: "renew_lock",
    wording: "Hold on to the lease of a document for another while; send the token that lock_doc answered.",
    gives: ["doc_id", "expires_at"],
    idempotent: true,
  },
  summary: "Extend an edit lease",
  body: t.Object({
    token: t.String({ minLength: 1, maxLength: 200, description: "The lease's token." }),
    ttl_seconds: ttlSeconds,
  }),
  output: EditLease,
  permit: documentWith("edit"),
  connection_limit: "places",
  opens: null,
  audit: "lock.acquire",
  refuses: [423],
  run: async (call, { body }) => {
    const { sql, subject, now, note } = call;
    const current = await demandToken(call, await lockFor(call), body.token);
    const lease = { ...current, expires_at: later(now, (body.ttl_seconds ?? TTL_SECONDS_MAX) * 1000) };
    await extendLease(sql, lease);
    const meta = { path: lease.path, expires_at: lease.expires_at.toISOString(), renewed: true };
    note("lock.acquire", { target_type: "doc", target_id: subject.doc_id, meta });
    return show(call, lease);
  },
});

/** Throws 404 without a lease that the token opens, and 423 when somebody else has taken it. */
async function demandToken({ actor }: LeaseCall, lease: Lease | null, token: string | undefined): Promise<Lease> {
  if (lease && holdsToken(lease, token)) return lease;
  if (lease && lease.holder_id !== actor.user_id) throw refuseHeld(lease);
  if (lease && token === undefined)
    throw refuse.notFound("the lease is yours and ends with its token; send that, or take the lease again for another");
  throw refuse.notFound("no lease of this document has that token; it may have run out, so take it again");
}

const Released = t.Object(
  { doc_id: t.String(), released: t.Boolean({ description: "False when there was no lease." }), forced: t.Boolean() },
  { $id: "LockReleased" },
);
const unlocking = {
  token: t.Optional(t.String({ minLength: 1, maxLength: 200, description: "The lease's token." })),
  force: t.Optional(
    t.Boolean({
      default: false,
      description: "Ends somebody else's lease: the owner's to say, in a root whoever may edit there.",
    }),
  ),
};

async function release(call: WriteCall<LoadedDocument>, options: { token?: string | undefined; force: boolean }) {
  const { sql, subject, note } = call;
  const lease = await lockFor(call, options.force ? "settings" : "edit");
  const forced = lease !== null && options.force && !holdsToken(lease, options.token);
  if (lease && !forced) await demandToken(call, lease, options.token);
  await deleteLease(sql, subject.document_id);
  if (lease) {
    const meta = { forced, holder: lease.holder_email, path: lease.path };
    note("lock.release", { target_type: "doc", target_id: subject.doc_id, meta });
  }
  return { doc_id: subject.doc_id, released: lease !== null, forced };
}

export const releaseLock = operation({
  id: "lock.release",
  route: "DELETE /api/docs/{doc_id}/lock",
  summary: "Give an edit lease back, or end one",
  description: "The token stands in the body or in the query. A lease that has run out may be cleared without one.",
  query: t.Object(unlocking),
  body: t.Object(unlocking),
  output: Released,
  permit: ({ query, body }) => documentWith(query.force || body.force ? "settings" : "edit"),
  connection_limit: "places",
  opens: null,
  audit: "lock.release",
  refuses: [423],
  run: (call, { query, body }) =>
    release(call, { token: body.token ?? query.token, force: query.force === true || body.force === true }),
});

/** Arguments of a tool are flat, and the route takes the same names in two places. */
export const unlockTool = operation({
  id: "lock.release_tool",
  tool: {
    name: "unlock_doc",
    wording: "Give the lease of a document back, or end somebody else's with force.",
    idempotent: true,
  },
  summary: "Give an edit lease back, or end one",
  params: t.Object({ doc_id: t.String({ description: "The document." }) }),
  body: t.Object(unlocking),
  output: Released,
  permit: ({ body }) => documentWith(body.force ? "settings" : "edit"),
  connection_limit: "places",
  opens: null,
  audit: "lock.release",
  refuses: [423],
  run: (call, { body }) => release(call, { token: body.token, force: body.force === true }),
});
