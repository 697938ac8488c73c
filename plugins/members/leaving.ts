// What somebody has in the workspace that they would leave:
// counted by every plugin for its own, and by this one for its people.
import { type Belonging, belongingsHook, type PersonLeave, type Runtime, type Sql } from "../../kernel/plugin.ts";
import { countOpenInvites } from "./store/invites.ts";

/** Everything that there is some of, the most first; nothing for an account that leaves nothing behind. */
export async function readBelongings(
  runtime: Pick<Runtime, "callHook">,
  leaver: PersonLeave,
): Promise<readonly Belonging[]> {
  const answers = await runtime.callHook(belongingsHook, leaver);
  const found = answers.flat().filter((belonging) => belonging.count > 0);
  return found.sort((a, b) => b.count - a.count);
}

/** This plugin's own answer: who stays, switched off or not, and whom nobody is left to receive. */
export async function countPeople({ sql, now, workspace_id, user_id }: PersonLeave): Promise<Belonging[]> {
  const others = await countEverybodyElse(sql, { workspace_id, user_id });
  const invites = others === 0 ? await countOpenInvites(sql, { workspace_id, now }) : 0;
  return [
    { count: others, one: "other member", many: "other members", goes: false },
    { count: invites, one: "open invite, which ends", many: "open invites, which end", goes: false },
  ];
}

async function countEverybodyElse(sql: Sql, by: { workspace_id: number; user_id: number }): Promise<number> {
  const [row] = await sql<{ others: number }[]>`
    select count(*)::int as others from users where workspace_id = ${by.workspace_id} and user_id <> ${by.user_id}`;
  return row?.others ?? 0;
}
