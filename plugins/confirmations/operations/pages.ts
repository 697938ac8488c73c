// The page on which owners confirm what waits, and what its buttons do;
// under /auth, where a form from another origin is refused.
import {
  type Actor,
  answerPage,
  type Call,
  pageStyle,
  ROLES,
  refuse,
  seeOther,
  sessionOnly,
  t,
} from "../../../kernel/plugin.ts";
import {
  CONFIRMATIONS_PATH,
  demandMember,
  dropUnconfirmedRole,
  isByOwnersHand,
  listUnconfirmedRoles,
  mayConfirmRole,
  openTeam,
  workspaceManager,
} from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile, signedInPage } from "../../pages.ts";
import STYLE from "../pages/confirmations.css" with { type: "text" };
import { confirmationsPage, STYLE_PATH } from "../pages/confirmations_page.ts";
import {
  deleteWaitingSetting,
  holdWaitingSetting,
  listWaitingSettings,
  type WaitingSetting,
} from "../store/waiting_settings.ts";
import { confirmableHook } from "../waiting.ts";
import { kindOf } from "./kinds.ts";

const manager = workspaceManager();
const byHand = sessionOnly("confirm what is set about sign-in");

export const showConfirmations = operation({
  id: "confirmation.page",
  route: "GET /auth/confirmations",
  summary: "What is set about sign-in and waits for an owner, as a page",
  ...signedInPage,
  permit: manager,
  async run(call) {
    const { sql, actor, runtime } = call;
    const workspace_id = actor.workspace.id;
    const kinds = await runtime.callHook(confirmableHook, undefined);
    const [rows, roles, canDecide, held] = await Promise.all([
      listWaitingSettings(sql, workspace_id),
      listUnconfirmedRoles(sql, workspace_id),
      isByOwnersHand({ sql, actor }),
      Promise.all(kinds.map((kind) => kind.holds(sql, workspace_id))),
    ]);
    const settings = await Promise.all(
      rows.map(async (row) => ({ row, described: await kindOf(kinds, row).describe(sql, row) })),
    );
    const shownRoles = await Promise.all(
      roles.map(async (role) => ({ ...role, can_confirm: await mayConfirmRole({ sql, actor }, role) })),
    );
    return answerPage(confirmationsPage({ actor, settings, roles: shownRoles, canDecide, holds: held.flat() }), {
      holds_no_secret: true,
    });
  },
});

export const decideSetting = operation({
  id: "confirmation.decide",
  route: "POST /auth/confirmations/{setting_id}",
  decides: "sign-in",
  summary: "Confirms or discards what waits",
  description: "For owners who are signed in and whose own role waits for nobody.",
  params: t.Object({ setting_id: t.Id({ description: "What waits, as the page shows it." }) }),
  form: t.Object({ decision: t.OneOf(["confirm", "discard"]) }),
  ...pageForm,
  permit: () => [manager, byHand],
  // As whoever is signed in sets it.
  opens: () => "outsiders",
  audit: {
    "sign_in_setting.confirm": {
      says: { en: "confirmed a change of how people sign in", de: "hat eine Änderung der Anmeldung bestätigt" },
      since: "2026-11-28",
      on: ["workspace"],
      meta: { setting: "string" },
    },
    "sign_in_setting.discard": {
      says: { en: "turned down a change of how people sign in", de: "hat eine Änderung der Anmeldung abgelehnt" },
      since: "2026-11-28",
      on: ["workspace"],
      meta: { setting: "string" },
    },
  },
  refuses: [404, 409],
  async prepare({ sql, runtime, actor }, { params, form }) {
    if (form.decision === "discard") return null;
    const row = await findById(sql, { workspace_id: actor.workspace.id, ...params });
    const prepared = await kindOf(await runtime.callHook(confirmableHook, undefined), row).prepare?.(row);
    return { prepared };
  },
  async run(call, { params, form }, ready) {
    const { sql, actor, runtime } = call;
    const row = await holdWaitingSetting(sql, { workspace_id: actor.workspace.id, ...params });
    if (!row) throw refuseGone();
    await demandOwnersHand(call);
    const kind = kindOf(await runtime.callHook(confirmableHook, undefined), row);
    const { title } = await kind.describe(sql, row);
    await deleteWaitingSetting(sql, row);
    const noted = { target_type: "workspace", target_id: actor.workspace.slug, meta: { setting: title } };
    if (form.decision === "discard") {
      call.note("sign_in_setting.discard", noted);
      return seeOther(CONFIRMATIONS_PATH);
    }
    call.note("sign_in_setting.confirm", noted);
    await kind.apply(call, row, ready?.prepared);
    return seeOther(CONFIRMATIONS_PATH);
  },
});

export const decideRole = operation({
  id: "confirmation.role",
  route: "POST /auth/confirmations/roles/{user_id}",
  decides: "membership",
  summary: "Confirms that somebody is meant to be owner or admin",
  params: t.Object({ user_id: t.Id({ description: "Whose role." }) }),
  form: t.Object({ role: t.OneOf(ROLES, { description: "The role as the page showed it." }) }),
  ...pageForm,
  permit: () => [manager, byHand],
  opens: null,
  audit: {
    "member.confirm": {
      says: { en: "confirmed the role of {on}", de: "hat die Rolle von {on} bestätigt" },
      since: "2026-11-28",
      on: ["user"],
      meta: { email: "string", role: "string" },
    },
  },
  refuses: [404, 409],
  async run(call, { params, form }) {
    const { sql, actor } = call;
    await openTeam(call, "manager");
    const member = await demandMember(call, params.user_id);
    const rows = await listUnconfirmedRoles(sql, actor.workspace.id);
    const row = rows.find(({ user_id }) => user_id === member.user_id);
    if (!row) return seeOther(CONFIRMATIONS_PATH);
    if (row.role !== form.role) throw refuse.conflict(`${row.email} is ${row.role} by now; look at the page again`);
    if (!(await mayConfirmRole({ sql, actor }, row))) throw refuseHand();
    await dropUnconfirmedRole(sql, member.user_id);
    const meta = { email: row.email, role: row.role };
    call.note("member.confirm", { target_type: "user", target_id: member.user_id, meta });
    return seeOther(CONFIRMATIONS_PATH);
  },
});

export const readConfirmationsStyle = servePageFile({
  id: "confirmation.style",
  route: `GET ${STYLE_PATH}`,
  summary: "The stylesheet of the page of confirmations",
  file: pageStyle(STYLE),
});

async function findById(sql: Call["sql"], by: { workspace_id: number; setting_id: number }): Promise<WaitingSetting> {
  const row = (await listWaitingSettings(sql, by.workspace_id)).find(({ setting_id }) => setting_id === by.setting_id);
  if (!row) throw refuseGone();
  return row;
}

async function demandOwnersHand({ sql, actor }: Call<Actor>): Promise<void> {
  if (!(await isByOwnersHand({ sql, actor }))) throw refuseHand();
}

function refuseHand() {
  return refuse.forbidden(
    "only an owner whose own role waits for nobody confirms this; ask one who was an owner before",
    { code: "role_required" },
  );
}

function refuseGone() {
  return refuse.notFound("this does not wait any more, or was set anew since; look at the page again");
}
