// Adding a passkey: what the browser is to ask the device for, and what the device answered (rules: signin/own_ways).
import { generateRegistrationOptions } from "@simplewebauthn/server";
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import { freshSession, type Runtime, refuse, t } from "../../../kernel/plugin.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { capOf, operation } from "../../operation.ts";
import { demandOpenWay } from "../../signin/port.ts";
import { giveChallenge, readChallenge, useChallenge } from "../challenges.ts";
import { ALGORITHMS, NewCredential, verifyNew } from "../credentials.ts";
import { mailChange } from "../notices.ts";
import { demandRelyingParty } from "../relying_party.ts";
import { PasskeyName, PasskeyShape, showPasskey } from "../schemas.ts";
import { holdPasskeysOf, insertPasskey, listPasskeys, type Passkey } from "../store.ts";

const HANDLE_BYTES = 32;
const PROMPT_MS = 5 * 60 * 1000;

export const Ticket = t.String({
  minLength: 1,
  maxLength: 1024,
  description: "What came with the options, in the browser that asked for them: once, within 10 minutes.",
});

export const askToAdd = operation({
  id: "passkey.options",
  route: "POST /api/passkeys/options",
  decides: "sign-in",
  summary: "What a browser asks a device for, to make a passkey",
  description:
    "For `navigator.credentials.create`. Only for a person who signed in within the last 10 minutes; not where the company of the address signs in its own people. Binds the answer to this browser by a cookie.",
  effect: "read",
  output: t.Object({
    options: t.Json({ description: "`PublicKeyCredentialCreationOptionsJSON` of WebAuthn 3." }),
    ticket: t.String({ description: "To be sent along with what the device answers." }),
  }),
  permit: freshSession("add a passkey"),
  quota: "passkey_options",
  refuses: [409],
  run: async (call) => {
    const { subject, sql, runtime, request, reply, now } = call;
    const party = demandRelyingParty(runtime);
    await demandOpenWay(runtime, { sql, email: subject.email, method: "passkey" });
    const known = await listPasskeys(sql, subject.user_id);
    demandRoom(runtime, known);
    const user_handle = handleOf(known);
    const asked = { signer: runtime.signer, request, now };
    const given = giveChallenge(asked, { purpose: "add", user_id: subject.user_id, user_handle });
    reply.headers.append("set-cookie", given.cookie);
    const options = await generateRegistrationOptions({
      rpName: party.name,
      rpID: party.id,
      userName: subject.email,
      userDisplayName: subject.name ?? subject.email,
      userID: isoBase64URL.toBuffer(user_handle),
      challenge: isoBase64URL.toBuffer(given.challenge),
      timeout: PROMPT_MS,
      attestationType: "none",
      excludeCredentials: known.map(({ credential_id, transports }) => ({ id: textOf(credential_id), transports })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return { options: JSON.parse(JSON.stringify(options)), ticket: given.ticket };
  },
});

export const addPasskey = operation({
  id: "passkey.add",
  route: "POST /api/passkeys",
  decides: "sign-in",
  summary: "Adds a passkey to your account",
  description: "Tells its person, by mail too where mail is set up. At most 20 for an account.",
  status: 201,
  body: t.Object({ ticket: Ticket, name: PasskeyName, credential: NewCredential }),
  output: PasskeyShape,
  permit: freshSession("add a passkey"),
  quota: "passkey_options",
  unrepeatable: "a challenge is answered once",
  opens: null,
  audit: "passkey.add",
  refuses: [409],
  run: async (call, { body }) => {
    const { subject, sql, runtime, request, now } = call;
    const party = demandRelyingParty(runtime);
    const given = readChallenge({ signer: runtime.signer, request, now }, { purpose: "add", ticket: body.ticket });
    const user_handle = given?.user_id === subject.user_id ? given.user_handle : null;
    if (!given || user_handle === null || !(await useChallenge(sql, given, now))) throw refuseTicket(runtime);
    await demandOpenWay(call, { sql, email: subject.email, method: "passkey" });
    const made = await verifyNew(body.credential, { party, challenge: given.challenge });
    await holdPasskeysOf(sql, subject.user_id);
    demandRoom(runtime, await listPasskeys(sql, subject.user_id));
    const added = await insertPasskey(sql, {
      ...made,
      workspace_id: subject.workspace.id,
      user_id: subject.user_id,
      user_handle: isoBase64URL.toBuffer(user_handle),
      name: body.name.trim(),
      now,
    });
    if (!added) throw refuse.conflict("this passkey is known here already", { code: "already_exists" });
    call.note("passkey.add", { target_type: "passkey", target_id: added.passkey_id, meta: { name: added.name } });
    await mailChange(call, { email: subject.email, name: added.name, change: "added to" });
    return showPasskey(added);
  },
});

function refuseTicket({ config }: Pick<Runtime, "config">) {
  return refuse.invalid(
    `ticket is used up, older than 10 minutes, or of another browser: begin again at ${config.base_url}${settingsPath("me/passkeys")}`,
  );
}

function demandRoom(runtime: Parameters<typeof capOf>[0], known: readonly Passkey[]): void {
  const limit = capOf(runtime, "passkeys_per_account");
  if (known.length < limit) return;
  throw refuse.conflict(`there are ${limit} passkeys, as many as an account has: remove one first`, {
    code: "limit_reached",
    limit,
  });
}

/** A device keeps one passkey for each account that it knows, and so every one of a person has the same handle. */
function handleOf([first]: readonly Passkey[]): string {
  return first ? textOf(first.user_handle) : textOf(crypto.getRandomValues(new Uint8Array(HANDLE_BYTES)));
}

function textOf(bytes: Uint8Array): string {
  return isoBase64URL.fromBuffer(Uint8Array.from(bytes));
}
