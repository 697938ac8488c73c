// What a device sends, read and verified: a new passkey, or the proof that one is there (WebAuthn 3, 7.1 and 7.2).
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";
import { isJsonObject, type JsonObject, refuse, type Static, t } from "../../kernel/plugin.ts";
import type { RelyingParty } from "./relying_party.ts";
import type { NewPasskey, Passkey } from "./store.ts";

/** Ed25519, P-256 and RSA: what devices have, and every server can verify. */
export const ALGORITHMS = [-8, -7, -257];

const Bytes = (description: string, maxLength: number) => t.String({ minLength: 1, maxLength, description });

/** A `PublicKeyCredential` of `navigator.credentials.create`, as its `toJSON` answers it. */
export const NewCredential = t.Object(
  {
    id: Bytes("The credential's id, in base64url.", 1400),
    type: t.Literal("public-key"),
    response: t.Object({
      clientDataJSON: Bytes("What the browser signed for, in base64url.", 4096),
      attestationObject: Bytes("The new public key, in base64url.", 16_384),
      transports: t.Optional(
        t.Array(t.String({ maxLength: 32 }), { maxItems: 10, description: "How the device is reached." }),
      ),
    }),
  },
  { description: "What `navigator.credentials.create` answered, as JSON." },
);

/** Verifies a new passkey. Throws 400 for whatever does not answer the challenge. */
export async function verifyNew(
  sent: Static<typeof NewCredential>,
  { party, challenge }: { party: RelyingParty; challenge: string },
): Promise<Omit<NewPasskey, "name" | "user_handle" | "user_id" | "workspace_id" | "now">> {
  const { id, type, response } = sent;
  const { transports = [] } = response;
  const whole: RegistrationResponseJSON = { id, rawId: id, type, response, clientExtensionResults: {} };
  const verified = await untilVerified(async () => {
    demandNoCertificates(response.attestationObject);
    return verifyRegistrationResponse({
      response: whole,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
  });
  if (!verified?.verified) {
    throw refuse.invalid("credential does not answer what was asked on this page: begin again");
  }
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credential_id: isoBase64URL.toBuffer(credential.id),
    public_key: credential.publicKey,
    counter: credential.counter,
    transports,
    backed_up: credentialBackedUp,
  };
}

/**
 * Nobody is asked who made the device. Certificates that come all the same are not looked at: checking them would read lists of
 * revoked ones from addresses that they name.
 */
function demandNoCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get("fmt");
  const isOfItself = format === "packed" && decoded.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isOfItself) throw new Error(`the attestation has the format ${format}`);
}

/** Reads the JSON of a proof; null for anything that is none. */
export function readProof(text: string): AuthenticationResponseJSON | null {
  const read = parse(text);
  const inside = read && isJsonObject(read["response"]) ? read["response"] : null;
  if (!read || !inside) return null;
  const id = read["id"];
  const { clientDataJSON, authenticatorData, signature, userHandle } = inside;
  if (!isBytes(id) || !isBytes(clientDataJSON) || !isBytes(authenticatorData) || !isBytes(signature)) return null;
  if (!isBytes(userHandle)) return null;
  return {
    id,
    rawId: id,
    type: "public-key",
    response: { clientDataJSON, authenticatorData, signature, userHandle },
    clientExtensionResults: {},
  };
}

function parse(text: string): JsonObject | null {
  try {
    const read: unknown = JSON.parse(text);
    return isJsonObject(read) ? read : null;
  } catch {
    return null;
  }
}

function isBytes(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9_-]+$/.test(value);
}

/** Verifies a proof by the passkey that it names, and answers the new count and whether the passkey is backed up; null for one that does not hold. */
export async function verifyProof(
  proof: AuthenticationResponseJSON,
  { party, challenge, passkey }: { party: RelyingParty; challenge: string; passkey: Passkey },
): Promise<{ counter: number; backed_up: boolean } | null> {
  if (proof.response.userHandle !== isoBase64URL.fromBuffer(Uint8Array.from(passkey.user_handle))) return null;
  const verified = await untilVerified(() =>
    verifyAuthenticationResponse({
      response: proof,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: proof.id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  );
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, backed_up: credentialBackedUp };
}

/** The library throws for everything that does not hold, and for bytes that are none of what they should be. */
async function untilVerified<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
