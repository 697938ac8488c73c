// A device that keeps passkeys, in software: what a browser would send for it, and what one that lies would.
import { isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

/** What may be wrong with an answer. */
export interface Lie {
  origin?: string;
  rp_id?: string;
  challenge?: string;
  /** Nobody was asked for a finger or a PIN. */
  unverified?: true;
  /** Of the clientData, such as `webauthn.create` in a sign-in. */
  type?: string;
  user_handle?: string;
  counter?: number;
}

export interface Device {
  id: string;
  create(options: CreationOptions, lie?: Lie): Promise<object>;
  get(options: { challenge: string; rpId: string }, lie?: Lie): Promise<object>;
}

export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

export async function openDevice(origin: string): Promise<Device> {
  const keys = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", keys.publicKey);
  const id = crypto.getRandomValues(new Uint8Array(32));
  let counter = 0;
  let handle = "";

  async function head(rpId: string, { flags, lie }: { flags: number; lie: Lie }): Promise<Uint8Array> {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(lie.rp_id ?? rpId));
    const count = new DataView(new ArrayBuffer(4));
    count.setUint32(0, lie.counter ?? ++counter);
    return Buffer.concat([
      new Uint8Array(hash),
      Uint8Array.of(lie.unverified ? flags & ~UV : flags),
      new Uint8Array(count.buffer),
    ]);
  }

  function said(type: string, challenge: string, lie: Lie): Uint8Array {
    const data = { type: lie.type ?? type, challenge: lie.challenge ?? challenge, origin: lie.origin ?? origin };
    return new TextEncoder().encode(JSON.stringify({ ...data, crossOrigin: false }));
  }

  return {
    id: textOf(id),
    create: async ({ challenge, rp, user }, lie = {}) => {
      handle = user.id;
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, isoBase64URL.toBuffer(x)],
        [-3, isoBase64URL.toBuffer(y)],
      ]);
      const size = Uint8Array.of(id.length >> 8, id.length & 0xff);
      const authData = Buffer.concat([
        await head(rp.id, { flags: UP | UV | AT, lie }),
        new Uint8Array(16),
        size,
        id,
        isoCBOR.encode(key),
      ]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", Uint8Array.from(authData)],
      ]);
      return {
        id: textOf(id),
        rawId: textOf(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: textOf(said("webauthn.create", challenge, lie)),
          attestationObject: textOf(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
          transports: ["internal"],
        },
      };
    },
    get: async ({ challenge, rpId }, lie = {}) => {
      const authData = await head(rpId, { flags: UP | UV, lie });
      const client = said("webauthn.get", challenge, lie);
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(client)));
      const raw = await crypto.subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        keys.privateKey,
        Uint8Array.from(Buffer.concat([authData, hash])),
      );
      return {
        id: textOf(id),
        rawId: textOf(id),
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: textOf(client),
          authenticatorData: textOf(authData),
          signature: textOf(derOf(new Uint8Array(raw))),
          userHandle: lie.user_handle ?? handle,
        },
      };
    },
  };
}

function textOf(bytes: Uint8Array): string {
  return isoBase64URL.fromBuffer(Uint8Array.from(bytes));
}

/** A signature as devices write it: two numbers in ASN.1. */
function derOf(raw: Uint8Array): Uint8Array {
  const parts = [raw.slice(0, 32), raw.slice(32)].map((part) => {
    const first = part.findIndex((byte) => byte !== 0);
    const bare = part.slice(first);
    const number = (bare[0] ?? 0) > 0x7f ? Uint8Array.of(0, ...bare) : bare;
    return Uint8Array.of(2, number.length, ...number);
  });
  const body = parts.flatMap((part) => [...part]);
  return Uint8Array.of(0x30, body.length, ...body);
}
