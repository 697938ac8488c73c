// Sign-in by mail link and OpenID Connect, sign-out, the first owner, and the handoff to the content host.
import {
  DELETED_PERSON,
  findPerson,
  HOUR_MS,
  handle,
  MINUTE_MS,
  type Plugin,
  personEndHook,
  personLeaveHook,
  personMoveHook,
  provide,
  type Runtime,
  refuse,
  type Sql,
} from "../../kernel/plugin.ts";
import { credentialsEndHook } from "../../kernel/ports/access.ts";
import { START_PATH } from "../pages.ts";
import { maySignUp } from "./accounts.ts";
import { dropIdentities, hasIdentity, moveIdentities } from "./identities_store.ts";
import { linkMailJob } from "./link_mail.ts";
import { createLink, dropLinks, moveLinks, type NewLink, sweepLinks } from "./links_store.ts";
import { ownWayHook } from "./made_links/making.ts";
import { endMadeLinks, forgetMadeLinks, moveMadeLinks } from "./made_links/store.ts";
import { useCode } from "./operations/code.ts";
import { showLink, useLoginLink } from "./operations/link.ts";
import { noteLinksSeen, showLinksMade } from "./operations/links_seen.ts";
import { requestLink, showLogin } from "./operations/login.ts";
import { showMadeLink, useMadeLink } from "./operations/made_link.ts";
import { finishProvider, startProvider } from "./operations/provider.ts";
import { signOut, signOutEverywhere } from "./operations/session.ts";
import { setUp, showSetup } from "./operations/setup.ts";
import { authorizeViewer } from "./operations/viewer.ts";
import { type SignIn, signinPort } from "./port.ts";
import { openProvider, providerPort } from "./provider.ts";
import { findWayBack, refuseDisabled } from "./returning.ts";
import { demandOpenWay } from "./route.ts";
import { providerSettings } from "./settings.ts";
import { currentSetupLink, replaceSetupLink } from "./setup_link.ts";

export const signin: Plugin = {
  name: "signin",
  settings: providerSettings,
  operations: [
    showLogin,
    requestLink,
    showLink,
    useLoginLink,
    useCode,
    showMadeLink,
    useMadeLink,
    showLinksMade,
    noteLinksSeen,
    showSetup,
    setUp,
    startProvider,
    finishProvider,
    signOut,
    signOutEverywhere,
    authorizeViewer,
  ],
  lends: ["login.ok", "login.fail", "login.reset", "account.create"],
  provides: (runtime) => [
    provide(signinPort, openDoor(runtime)),
    provide(providerPort, openProvider(runtime.settings(providerSettings), runtime)),
  ],
  handles: () => [
    handle(personMoveHook, async (move) => {
      await moveIdentities(move.sql, move);
      await moveLinks(move.sql, move);
      await moveMadeLinks(move.sql, move);
    }),
    handle(personLeaveHook, (leave) => endMadeLinks(leave.sql, leave)),
    handle(credentialsEndHook, (end) => endMadeLinks(end.sql, end)),
    handle(ownWayHook, ({ sql, user_id }) => hasIdentity(sql, user_id)),
    handle(personEndHook, async (end) => {
      await dropIdentities(end.sql, end.user_id);
      await dropLinks(end.sql, end);
      await forgetMadeLinks(end.sql, { user_id: end.user_id, called: DELETED_PERSON });
    }),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [
    linkMailJob(runtime),
    {
      kind: "signin.sweep",
      attempts_max: 3,
      backoff_ms: () => MINUTE_MS,
      every_ms: HOUR_MS,
      run: () => sweepLinks(runtime.database.sql, runtime.clock.now()),
    },
  ],
};

function openDoor(runtime: Runtime): SignIn {
  async function handOver(sql: Sql, link: Pick<NewLink, "email" | "person" | "now">): Promise<string> {
    await demandOpenWay(runtime, { sql, email: link.email, method: null });
    const token = await createLink(sql, {
      ...link,
      nonce_sha256: null,
      next_path: START_PATH,
      mailed: false,
      request_id: null,
    });
    return `${runtime.config.base_url}/auth/link/${token}`;
  }

  return {
    createLoginLink: async (sql, { user_id, now }) => {
      const person = await findPerson(sql, user_id);
      if (!person) throw refuse.notFound(`no account has the id ${user_id}`);
      if (person.disabled && !(await findWayBack(runtime, { sql, person, method: null, now })))
        throw refuseDisabled(person);
      return handOver(sql, { email: person.email, person: { user_id, workspace_id: person.workspace.id }, now });
    },
    createStrangerLink: async (sql, stranger) =>
      (await maySignUp(runtime, sql, stranger)) ? handOver(sql, { ...stranger, person: null }) : null,
    createSetupLink: (sql) => replaceSetupLink(runtime, sql),
    setupLinkIfEmpty: () => currentSetupLink(runtime, runtime.database.sql),
  };
}
