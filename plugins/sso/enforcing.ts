// Closing every other way in for a workspace's domains,
// and opening them again when nobody gets through the provider any more.

import { findPerson, port, type Runtime, type Sql, writeAudit } from "../../kernel/plugin.ts";
import { endSessionsOf } from "../../kernel/ports/auth.ts";
import { queueMail } from "../../kernel/ports/mail.ts";
import { provenAmong } from "../email_domains/port.ts";
import { listManagers } from "../members/port.ts";
import { accountsIn, holdConfig, setEnforced } from "./store/configs.ts";

/** For the command line of whoever runs the server. */
export interface SsoDoor {
  /** Opens every way in again, with an audit row and a mail to each owner; false where nothing was enforced. */
  unenforce(sql: Sql, of: { workspace_id: number; now: Date }): Promise<boolean>;
}

export const ssoPort = port<SsoDoor>("sso");

/** Ends the sessions of everybody with an address in the domains that are proven among these; answers how many people's. */
export async function endSessionsIn(
  sql: Sql,
  by: { workspace_id: number; domains: readonly string[] },
): Promise<number> {
  const proven = await provenAmong(sql, by);
  const people = await accountsIn(sql, [...proven]);
  if (people.length > 0) await endSessionsOf(sql, people);
  return people.length;
}

export function createDoor(runtime: Runtime): SsoDoor {
  return {
    unenforce: async (sql, { workspace_id, now }) => {
      const config = await holdConfig(sql, workspace_id);
      if (!config?.enforced) return false;
      await setEnforced(sql, { workspace_id, enforced: false, now });
      const entry = {
        action: "sso.unenforce",
        target_type: "workspace",
        target_id: config.slug,
        meta: { domains: config.domains },
        by: { user_id: null, email: "system", workspace_id },
      };
      const context = { actor: null, via: "system" as const, request: null, now, isHeard: runtime.isHeard };
      await writeAudit(sql, [entry], context);
      for (const userId of await listManagers(sql, workspace_id)) {
        const person = await findPerson(sql, userId);
        if (person?.role === "owner") await queueMail(sql, openedMail(person.email, config), now);
      }
      return true;
    },
  };
}

function openedMail(to: string, { workspace, domains }: { workspace: string; domains: readonly string[] }) {
  const text = `Whoever runs this server has opened the other ways of signing in to ${workspace} again, beside its own provider.

Until single sign-on is enforced again, people with addresses of ${domains.join(", ")} may sign in by a mailed link too.
If you did not ask for this, ask them why. The audit log has it as sso.unenforce.
`;
  return { to, subject: `Single sign-on of ${workspace} is not enforced any more`, text };
}
