// Finds the client that an authorization names, fetching its description where it has one that is not fresh.
import { type Call, refuse } from "../../kernel/plugin.ts";
import { describeClient, isDocumentId } from "./client_document.ts";
import { DOCUMENT_KIB } from "./fetch_document.ts";
import { type Client, findClient, keepClient } from "./store/clients.ts";

/** Throws 400 `{detail}` for a client that is unknown, or whose description cannot be used. */
export async function knownClient(call: Call<unknown, true>, clientId: string | null): Promise<Client> {
  const { sql, runtime, actor, request, now } = call;
  if (!clientId) throw refusePlainly("client_id is missing");
  const found = clientId.length <= 512 ? await findClient(sql, clientId) : null;
  if (found && (found.fresh_until === null || found.fresh_until > now)) return found;
  if (!isDocumentId(clientId)) {
    throw refusePlainly(
      "the client_id is unknown: the program must register again, or was removed because nobody used it",
    );
  }
  await runtime.quotas.takeFor("client_document", { actor, request, now });
  const client = await describeClient(clientId, now).catch((error: unknown) => {
    runtime.log.info({ err: error, client_id: clientId }, "a client's description cannot be used");
    throw refuseDescription(clientId);
  });
  await keepClient(sql, { ...client, now });
  return client;
}

/** One answer whatever was found or not found there: whoever asks should not learn what answers at an address of their choice. */
function refuseDescription(clientId: string): Error {
  return refusePlainly(
    `the client's description at ${clientId.slice(0, 200)} cannot be used: it must be JSON of at most ${DOCUMENT_KIB} KiB at a public https address, answered at once and without a redirect, with this address as its client_id, redirect_uris that may be registered, and no client secret; the server's log says what is wrong`,
  );
}

/** Never a redirect: whoever made this request may not be who is named in it. */
export function refusePlainly(message: string): Error {
  return refuse.framework("invalid", message);
}
