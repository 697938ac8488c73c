// Certificates as the listener takes them: opened, and told of to every server when they change.
import { handle, type Runtime, type Sql } from "../../kernel/plugin.ts";
import { type ServedCertificate, tlsHook } from "../../kernel/ports/http.ts";
import { findChallenges } from "./challenges.ts";
import { certificateSettings } from "./settings.ts";
import { listKept } from "./store/certificates.ts";

const CHANNEL = "certificates";
/** Seals and opens the keys of certificates. */
export const KEY_PURPOSE = "certificates.key";

/** Tells every server, with the commit, to read them again. */
export function announceChange({ bus }: Runtime["database"], sql: Sql): Promise<void> {
  return bus.notify(sql, CHANNEL, "");
}

/** Gives the TLS listener its source; null where a proxy ends TLS. */
export function fillTls(runtime: Runtime) {
  const { HTTPS_PORT, HTTP_PORT } = runtime.settings(certificateSettings);
  const { bus } = runtime.database;
  const challenges = findChallenges(runtime);
  const source =
    HTTPS_PORT === undefined
      ? null
      : {
          https_port: HTTPS_PORT,
          http_port: HTTP_PORT,
          read: () => readServed(runtime),
          watch: async (onChange: () => void) => {
            runtime.onClose(await bus.listen(CHANNEL, { onMessage: onChange, onReset: onChange }));
            await challenges.watch();
          },
          answerChallenge: challenges.find,
        };
  return handle(tlsHook, () => source);
}

async function readServed({ database, encrypter, log }: Runtime): Promise<ServedCertificate[]> {
  const rows = await listKept(database.sql);
  return rows.flatMap(({ hostname, chain, sealed_key }) => {
    const key = encrypter.open(KEY_PURPOSE, sealed_key);
    if (key === null)
      log.error({ hostname }, "the key of a certificate cannot be opened: all servers need the same SECRET");
    return key === null ? [] : [{ hostname, chain, key }];
  });
}
