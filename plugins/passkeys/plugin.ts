// Passkeys: signing in by a device, without a mail and without a password.
import { handle, noticeKindsHook, type Plugin, personEndHook, personMoveHook } from "../../kernel/plugin.ts";
import { credentialsEndHook } from "../../kernel/ports/access.ts";
import { homeHook, settingsHook } from "../app/port/slots.ts";
import { ownWayHook, signInWayHook } from "../signin/port.ts";
import { offerPasskey } from "./app/home_part.ts";
import { showWays, waysSettings } from "./app/ways_page.ts";
import { readPasskeyScript } from "./files.ts";
import { PASSKEY_KINDS, passkeyListeners } from "./notices.ts";
import { addPasskey, askToAdd } from "./operations/adding.ts";
import { callPasskey, putAwayOffer, readPasskeys, removePasskey } from "./operations/passkeys.ts";
import { askToSignIn, signInByPasskey } from "./operations/sign_in.ts";
import { findRelyingParty } from "./relying_party.ts";
import { showWay } from "./shown_way.ts";
import { dropAllOf, dropPasskeys, hasPasskeys, movePasskeys } from "./store.ts";

export const passkeys: Plugin = {
  name: "passkeys",
  operations: [
    readPasskeys,
    askToAdd,
    addPasskey,
    callPasskey,
    removePasskey,
    putAwayOffer,
    askToSignIn,
    signInByPasskey,
    showWays,
    readPasskeyScript,
  ],
  on: passkeyListeners,
  handles: (runtime) => [
    handle(noticeKindsHook, () => PASSKEY_KINDS),
    handle(settingsHook, waysSettings),
    handle(homeHook, offerPasskey),
    handle(signInWayHook, (asked) => (findRelyingParty(runtime) ? showWay(asked) : null)),
    handle(ownWayHook, ({ sql, user_id }) => hasPasskeys(sql, user_id)),
    handle(personMoveHook, movePasskeys),
    handle(credentialsEndHook, ({ sql, user_id }) => dropPasskeys(sql, user_id)),
    handle(personEndHook, dropAllOf),
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
