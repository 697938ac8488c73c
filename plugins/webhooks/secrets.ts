// Signing secrets as they are kept: sealed, since the service has to sign with them.
import type { Encrypter } from "../../kernel/ports/base.ts";

const PURPOSE = "webhook";

export function sealSecret(encrypter: Encrypter, secret: string): Uint8Array {
  return encrypter.seal(PURPOSE, secret);
}

interface KeptSecrets {
  secret_sealed: Uint8Array;
  former_secret_sealed: Uint8Array | null;
  former_secret_until: Date | null;
}

/** The secrets that sign at `now`, the present one first. Throws when it was sealed under another SECRET. */
export function openSecrets(encrypter: Encrypter, kept: KeptSecrets, now: Date): string[] {
  const present = encrypter.open(PURPOSE, kept.secret_sealed);
  if (present === null) throw new Error("its signing secret was kept under another SECRET; rotate it");
  const { former_secret_sealed: former, former_secret_until: until } = kept;
  const other = former && until && until > now ? encrypter.open(PURPOSE, former) : null;
  return other === null ? [present] : [present, other];
}
