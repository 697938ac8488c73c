// Signing in by a passkey: no address is asked, since the device says whose it is (rules: signin/own_ways).
import { generateAuthenticationOptions } from "@simplewebauthn/server";
import { isoBase64URL } from "@simplewebauthn/server/helpers";
import { answerPage, anyone, findPerson, html, type RequestFacts, t } from "../../../kernel/plugin.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { operation } from "../../operation.ts";
import { safeNext } from "../../pages.ts";
import { completeSignIn, NextText, noteFailed, orRefused } from "../../signin/port.ts";
import { waysWords } from "../app/words.ts";
import { giveChallenge, readChallenge, useChallenge } from "../challenges.ts";
import { readProof, verifyProof } from "../credentials.ts";
import { demandRelyingParty, findRelyingParty } from "../relying_party.ts";
import { holdByCredential, notePasskeyUsed } from "../store.ts";
import { Ticket } from "./adding.ts";

const METHOD = "passkey";
const PROMPT_MS = 5 * 60 * 1000;

export const askToSignIn = operation({
  id: "login.passkey.options",
  route: "POST /auth/passkey/options",
  decides: "sign-in",
  summary: "What a browser asks a device for, to sign in by a passkey",
  description: "For `navigator.credentials.get`; the same for everybody. Binds the answer to this browser by a cookie.",
  effect: "read",
  output: t.Object({
    options: t.Json({ description: "`PublicKeyCredentialRequestOptionsJSON` of WebAuthn 3." }),
    ticket: t.String({ description: "To be sent along with what the device answers." }),
  }),
  anonymous: true,
  permit: anyone(),
  quota: "passkey_options",
  refuses: [409],
  run: async ({ runtime, request, reply, now }) => {
    const party = demandRelyingParty(runtime);
    const given = giveChallenge({ signer: runtime.signer, request, now }, { purpose: "sign_in" });
    reply.headers.append("set-cookie", given.cookie);
    const options = await generateAuthenticationOptions({
      rpID: party.id,
      challenge: isoBase64URL.toBuffer(given.challenge),
      timeout: PROMPT_MS,
      userVerification: "required",
    });
    return { options: JSON.parse(JSON.stringify(options)), ticket: given.ticket };
  },
});

export const signInByPasskey = operation({
  id: "login.passkey",
  route: "POST /auth/passkey",
  decides: "sign-in",
  summary: "Signs in by a passkey",
  description: "Sets the session cookie and redirects; a page says why a passkey lets nobody in.",
  form: t.Object({
    ticket: Ticket,
    credential: t.String({
      minLength: 1,
      maxLength: 16_384,
      description: "What `navigator.credentials.get` answered, as JSON.",
    }),
    next: t.Optional(NextText),
  }),
  raw: "page",
  also: [303],
  refuses: [403],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: null,
  audit: ["login.ok", "login.fail"],
  run: async (call, { form }) => {
    const { sql, runtime, request, now } = call;
    const party = findRelyingParty(runtime);
    const given = readChallenge({ signer: runtime.signer, request, now }, { purpose: "sign_in", ticket: form.ticket });
    if (!party || !given || !(await useChallenge(sql, given, now))) return unusable(call, "unusable_late");
    return orRefused(call, METHOD, async (within, isFor) => {
      const proof = readProof(form.credential);
      const passkey = proof && (await holdByCredential(within.sql, isoBase64URL.toBuffer(proof.id)));
      const person = passkey && (await findPerson(within.sql, passkey.user_id));
      if (!proof || !passkey || !person) return unusable(call, "unusable_unknown");
      const verified = await verifyProof(proof, { party, challenge: given.challenge, passkey });
      if (!verified) {
        const { user_id, workspace } = person;
        const reason = "the passkey's answer did not hold: it was made elsewhere, or a copy of the device counts too";
        noteFailed(within, { user_id, workspace_id: workspace.id, method: METHOD, reason });
        return unusable(call, "unusable_unknown");
      }
      isFor(person);
      await notePasskeyUsed(within.sql, { passkey_id: passkey.passkey_id, ...verified, now });
      const next_path = safeNext(form.next, runtime.config.base_url);
      return completeSignIn(within, { person, method: METHOD, next_path, is_new: false, proves_address: false });
    });
  },
});

function unusable({ request }: { request: RequestFacts }, why: "unusable_late" | "unusable_unknown"): Response {
  const words = waysWords({ request });
  const body = html`
    <h1>${words.unusable}</h1>
    <p>${words[why]}${why === "unusable_unknown" && html` <a href="${settingsPath("me/passkeys")}">${words.add_anew}</a>.`}</p>
    <p class="actions"><a class="button full" href="/auth/login">${words.to_sign_in}</a></p>`;
  return answerPage({ title: words.unusable, body, reader: request }, { status: 403 });
}
