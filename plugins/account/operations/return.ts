// Taking the deletion of one's account back during its days of grace: signing in leads to a page, whose button does it.

import {
  actorOf,
  answerPage,
  anyone,
  type Call,
  enablePerson,
  findPerson,
  lockWorkspaces,
  momentOf,
  refuse,
} from "../../../kernel/plugin.ts";
import { countTrashedWithAccount } from "../../documents/port/read.ts";
import { untrashAccount } from "../../documents/port/write.ts";
import { hasFreeSeat } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { completeSignIn } from "../../signin/port.ts";
import { type Room, returnPage } from "../return_page.ts";
import { cancelDeletion } from "../store.ts";
import { findReturner, forgetReturner, type Returner } from "../way_back.ts";

export const showReturn = operation({
  id: "account.return.show",
  route: "GET /auth/return",
  summary: "The page on which the deletion of an account is taken back",
  description:
    "For whoever has just signed in to an account that they deleted less than 7 days ago. It says how many documents come back, and whether the workspace has a seat and room for them.",
  raw: "page",
  refuses: [410],
  anonymous: true,
  permit: anyone(),
  async run(call) {
    const returner = await findReturner(call);
    if (!returner) throw refuseOver();
    return answerPage(returnPage(returner, await findRoom(call, returner)));
  },
});

export const returnToAccount = operation({
  id: "account.return",
  route: "POST /auth/return",
  decides: "sign-in",
  summary: "Takes the deletion of an account back and signs in",
  description:
    "Documents come back from the trash as an undelete would bring them. Where the workspace has no seat left the answer is 402 and nothing changes: the deletion goes on as planned, and the button works once there is a seat. Where the plan's storage or the account's number of documents does not hold them all, the account comes back and all of its documents stay in the trash for another 7 days, to be brought back one by one. Sessions, tokens and connections that the deletion ended stay ended.",
  raw: "page",
  status: 302,
  also: [303],
  refuses: [402, 410],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  // What comes back from the trash is as open as it was.
  opens: () => "public",
  audit: ["account.restore", "login.ok"],
  async run(call) {
    const { sql, now, runtime } = call;
    const { deletion, method, person } = await holdReturner(call);
    const { user_id } = person;
    if (!(await hasFreeSeat(runtime, sql, { workspace: person.workspace, now }))) throw refuseFull(person, deletion);
    if (!(await cancelDeletion(sql, { ...deletion, now }))) throw refuseOver();
    await enablePerson(sql, user_id);
    const back = { ...person, disabled: false };
    const docs = await untrashAccount({ ...call, actor: actorOf(back, runtime) }, deletion);
    const by = { user_id, email: person.email, workspace_id: person.workspace.id };
    call.note("account.restore", { target_type: "user", target_id: user_id, meta: { docs }, by });
    call.reply.headers.append("set-cookie", forgetReturner());
    return completeSignIn(call, { person: back, method, next_path: "/app", is_new: false, proves_address: false });
  },
});

/** Behind the lock of the workspace, where its seats are counted. */
async function holdReturner(call: Call<unknown, true>): Promise<Returner> {
  const { sql } = call;
  for (;;) {
    const found = await findReturner(call);
    if (!found) throw refuseOver();
    await lockWorkspaces(sql, [found.person.workspace.id]);
    const person = await findPerson(sql, found.person.user_id);
    // While the lock was waited for, they may have been moved to another workspace.
    if (person?.workspace.id === found.person.workspace.id) return { ...found, person };
  }
}

async function findRoom({ sql, now, runtime }: Call<unknown, true>, { person, deletion }: Returner): Promise<Room> {
  const { user_id, workspace } = person;
  const { requested_at } = deletion;
  const trashed = { user_id, workspace_id: workspace.id, plan: workspace.plan, requested_at };
  const [found, has_seat] = await Promise.all([
    countTrashedWithAccount({ sql, runtime }, trashed),
    hasFreeSeat(runtime, sql, { workspace, now }),
  ]);
  return { ...found, has_seat };
}

function refuseOver(): Error {
  return refuse.gone(
    "there is nothing to take back here: the account is kept already, its seven days are over, or the sign-in was too long ago; sign in again",
  );
}

function refuseFull(person: Returner["person"], deletion: Returner["deletion"]): Error {
  const { name, plan } = person.workspace;
  return refuse.plan(
    `"${name}" has no seat left: ask one of its owners to make room before ${momentOf(deletion.purge_at)}, then press the button again`,
    { plan },
  );
}
