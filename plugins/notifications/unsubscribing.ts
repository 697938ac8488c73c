// The link by which a mail program, or who reads a forwarded mail, ends the digest:
// signed for one person, and good for nothing else.
import { findPerson, type Permit, type Person, type Runtime, refuse } from "../../kernel/plugin.ts";

const PURPOSE = "unsubscribe";

export function unsubscribeLink(runtime: Pick<Runtime, "signer" | "config">, userId: number): string {
  // A mail is kept for years, and its link has to work as long.
  return `${runtime.config.base_url}/u/notifications/${runtime.signer.sign(PURPOSE, { u: userId }, null)}`;
}

/**
 * The person whom the mail went to, wherever the request comes from: mail programs send theirs from networks of their own. Throws
 * 404 for a link that is not ours, with 429 for an address that keeps trying such, and 410 for one whose person has gone.
 */
export function readerOfMail(): Permit<Person> {
  return {
    needs: "the link of a digest",
    check: async (call, input) => {
      const { u } = call.runtime.signer.verify(PURPOSE, String(input.params["token"]), call.now) ?? {};
      if (typeof u !== "number") {
        await call.runtime.quotas.takeFor("bad_ticket", call);
        throw refuse.notFound("this link is not complete; open it from the mail once more, or copy all of it");
      }
      const person = await findPerson(call.sql, u);
      if (person) return person;
      throw refuse.gone("this link is over: the account that it was sent to is not available any more");
    },
  };
}
