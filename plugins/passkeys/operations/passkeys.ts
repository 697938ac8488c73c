// A person's passkeys: list them, call them something, remove one, and the offer of a first one.
import { freshSession, refuse, sessionOnly, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { findRoute } from "../../signin/port.ts";
import { mailChange } from "../notices.ts";
import { findRelyingParty } from "../relying_party.ts";
import { PasskeyName, PasskeyShape, showPasskey } from "../schemas.ts";
import { deletePasskey, holdOwn, isOfferAway, listPasskeys, putOfferAway, renamePasskey } from "../store.ts";

const params = t.Object({ passkey_id: t.Id({ description: "The passkey's id." }) });

export const readPasskeys = operation({
  id: "passkey.list",
  route: "GET /api/passkeys",
  summary: "Lists your passkeys, newest first",
  description: "Only for a signed-in person, of their own. There are at most 20.",
  output: t.Object({
    passkeys: t.Array(PasskeyShape),
    can_add: t.Boolean({
      description: "Whether passkeys are taken: the server has a name and https, and no company signs the address in.",
    }),
    company: t.Nullable(t.String(), {
      description: "The workspace whose provider alone signs the address in; null where there is none.",
    }),
    is_offered: t.Boolean({ description: "They can have one, have none, and have not put the offer away." }),
  }),
  permit: sessionOnly("read passkeys"),
  run: async ({ subject, sql, runtime }) => {
    const { user_id, email } = subject;
    const [rows, is_away, route] = await Promise.all([
      listPasskeys(sql, user_id),
      isOfferAway(sql, user_id),
      findRoute(runtime, { sql, email }),
    ]);
    const company = route?.enforced ? route.workspace : null;
    const can_add = findRelyingParty(runtime) !== null && company === null;
    return { passkeys: rows.map(showPasskey), can_add, company, is_offered: can_add && rows.length === 0 && !is_away };
  },
});

export const callPasskey = operation({
  id: "passkey.rename",
  route: "PATCH /api/passkeys/{passkey_id}",
  decides: "sign-in",
  summary: "Calls a passkey of yours something else",
  params,
  body: t.Object({ name: PasskeyName }),
  output: PasskeyShape,
  permit: sessionOnly("rename a passkey"),
  opens: null,
  audit: "passkey.rename",
  refuses: [404],
  run: async ({ subject, sql, note }, { params: { passkey_id }, body }) => {
    const passkey = await holdOwn(sql, { user_id: subject.user_id, passkey_id });
    if (!passkey) throw refuse.notFound("passkey not found");
    const name = body.name.trim();
    if (name !== passkey.name) {
      await renamePasskey(sql, { passkey_id, name });
      const meta = { from: passkey.name, to: name };
      note("passkey.rename", { target_type: "passkey", target_id: passkey_id, meta });
    }
    return showPasskey({ ...passkey, name });
  },
});

export const removePasskey = operation({
  id: "passkey.remove",
  route: "DELETE /api/passkeys/{passkey_id}",
  decides: "sign-in",
  summary: "Removes a passkey of yours: it signs nobody in any more",
  description:
    "Only for a person who signed in within the last 10 minutes. Sessions that it began stay until they are signed out of. Tells its person, by mail too where mail is set up.",
  params,
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: freshSession("remove a passkey"),
  opens: null,
  audit: "passkey.remove",
  refuses: [404],
  run: async (call, { params: { passkey_id } }) => {
    const { subject, sql, note } = call;
    const passkey = await holdOwn(sql, { user_id: subject.user_id, passkey_id });
    if (!passkey) throw refuse.notFound("passkey not found");
    await deletePasskey(sql, passkey_id);
    note("passkey.remove", { target_type: "passkey", target_id: passkey_id, meta: { name: passkey.name } });
    await mailChange(call, { email: subject.email, name: passkey.name, change: "removed from" });
    return { id: passkey_id, deleted: true as const };
  },
});

export const putAwayOffer = operation({
  id: "passkey.offer",
  route: "POST /api/passkeys/offer",
  summary: "Puts the offer of a passkey on your home away for good",
  output: t.Object({ is_offered: t.Literal(false) }),
  permit: sessionOnly("put an offer away"),
  opens: null,
  audit: "passkey.offer",
  run: async ({ subject, sql, now, note }) => {
    const { user_id, workspace } = subject;
    if (await putOfferAway(sql, { user_id, workspace_id: workspace.id, now }))
      note("passkey.offer", { target_type: "user", target_id: user_id });
    return { is_offered: false as const };
  },
});
