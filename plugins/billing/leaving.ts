// A subscription goes on whoever leaves:
// the last one of its workspace is told before they move, and ends it before their account (rules: billing/leaving).
import { belongingsHook, handle, type PersonLeave, personLeaveHook, refuse } from "../../kernel/plugin.ts";
import { hasLastingSubscription } from "./store/accounts.ts";

export const tellOfSubscription = handle(belongingsHook, async (leaver: PersonLeave) => [
  {
    count: (await isLeftUnended(leaver)) ? 1 : 0,
    one: "subscription, which goes on and is charged",
    many: "subscriptions, which go on and are charged",
    goes: false,
  },
]);

/** Throws 409: nobody would be left who can end it. */
export const refuseUnended = handle(personLeaveHook, async (leaver: PersonLeave) => {
  if (!(await isLeftUnended(leaver))) return;
  throw refuse.conflict(
    "this workspace has a subscription that goes on, and nobody else is there to end it: cancel it first with POST /api/billing/portal",
  );
});

function isLeftUnended({ sql, workspace_id, user_id }: PersonLeave): Promise<boolean> {
  return hasLastingSubscription(sql, { workspace_id, without: user_id });
}
