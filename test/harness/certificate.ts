// A self-signed certificate for a host name, made on the spot:
// the few fields of X.509 (RFC 5280) that a TLS client looks at.
import { createSign, generateKeyPairSync, randomBytes } from "node:crypto";

/** PEM of a certificate for `host` that is valid now, and of its key. */
export function makeCertificate(host: string): { cert: string; key: string } {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = pair.publicKey.export({ type: "spki", format: "der" });
  const algorithm = sequence(oid("2a8648ce3d040302"));
  const name = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from(host)))));
  const year = new Date().getUTCFullYear();
  const time = (at: number) => der(0x18, Buffer.from(`${at}0101000000Z`));
  const alternative = sequence(oid("551d11"), der(0x04, sequence(der(0x82, Buffer.from(host)))));
  const isAuthority = sequence(
    oid("551d13"),
    der(0x01, Buffer.from([0xff])),
    der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(year - 1), time(year + 1)),
    name,
    spki,
    der(0xa3, sequence(alternative, isAuthority)),
  );
  const signature = createSign("sha256").update(body).sign(pair.privateKey);
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
    key: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
