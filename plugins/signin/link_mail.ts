// Mails a sign-in link after the request was answered, so that the answer tells nobody which addresses have accounts.
import {
  findPersonByEmail,
  type JobDefinition,
  type JsonObject,
  MINUTE_MS,
  type Person,
  type Runtime,
  type Sql,
  writeAudit,
} from "../../kernel/plugin.ts";
import { queueMail } from "../../kernel/ports/mail.ts";
import { maySignUp } from "./accounts.ts";
import { inGroups, makeCode } from "./codes.ts";
import { createLink, LINK_MINUTES } from "./links_store.ts";
import { findWayBack } from "./returning.ts";
import { findRoute } from "./route.ts";

export const LINK_MAIL_JOB = "signin.link";

/** What the request leaves for the job. */
export interface LinkRequest {
  request_id: string;
  email: string;
  next_path: string;
  nonce_sha256: Uint8Array;
  ip: string;
}

/** The request as a job's payload. */
export function linkMailPayload(request: LinkRequest): JsonObject {
  return { ...request, nonce_sha256: Buffer.from(request.nonce_sha256).toString("hex") };
}

export function linkMailJob(runtime: Runtime): JobDefinition {
  return {
    kind: LINK_MAIL_JOB,
    attempts_max: 5,
    backoff_ms: () => MINUTE_MS / 4,
    run: async ({ payload }) => {
      await runtime.database.withTransaction((sql) => mailLink(runtime, sql, payload));
      runtime.jobs.wake();
    },
  };
}

async function mailLink(runtime: Runtime, sql: Sql, payload: JsonObject): Promise<void> {
  const now = runtime.clock.now();
  const requestId = String(payload["request_id"]);
  const person = await findPersonByEmail(sql, String(payload["email"]));
  const stranger = { email: String(payload["email"]), now };
  const route = await findRoute(runtime, { sql, email: stranger.email });
  if (route?.enforced) return;
  const mayEnter = person ? await mayComeIn(runtime, { sql, person, now }) : await maySignUp(runtime, sql, stranger);
  if (!mayEnter) return;
  // The account's own spelling of the address: mail goes where the account says, not where a look-alike asked.
  const email = person?.email ?? String(payload["email"]);
  const { code, code_mac } = makeCode(runtime.signer);
  const token = await createLink(sql, {
    email,
    code_mac,
    person: person && { user_id: person.user_id, workspace_id: person.workspace.id },
    nonce_sha256: Buffer.from(String(payload["nonce_sha256"]), "hex"),
    next_path: String(payload["next_path"]),
    mailed: runtime.mail.kind === "smtp",
    request_id: requestId,
    now,
  });
  if (token === null) return;
  await queueMail(sql, linkMail(email, { url: `${runtime.config.base_url}/auth/link/${token}`, code }), now);
  if (!person) return;
  const by = { user_id: person.user_id, email: person.email, workspace_id: person.workspace.id };
  await writeAudit(sql, [{ action: "login.link", target_type: "user", target_id: person.user_id, by }], {
    actor: null,
    via: "web",
    request: { id: requestId, ip: String(payload["ip"]) },
    now,
    isHeard: runtime.isHeard,
  });
}

/** Whoever is switched off gets a link only where it leads back to their account. */
async function mayComeIn(runtime: Runtime, by: { sql: Sql; person: Person; now: Date }): Promise<boolean> {
  return !by.person.disabled || (await findWayBack(runtime, { ...by, method: null })) !== null;
}

function linkMail(to: string, { url, code }: { url: string; code: string }) {
  const text = `Sign in with this link:

${url}

Or type this code on the page that asked for it: ${inGroups(code)}

Either works once, for ${LINK_MINUTES} minutes, in the browser that asked for it.
If that was not you, you can leave this mail alone, and give the code to nobody who asks for it.
`;
  return { to, subject: "Your sign-in link", text };
}
