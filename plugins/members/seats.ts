// Seats: how many people a plan carries, with pending invites counted (rules: limits/seats).
import { type Plan, type Refusal, type Runtime, refuse, type Sql } from "../../kernel/plugin.ts";
import { ASK_OPERATOR, planName, withoutPlans } from "../../kernel/ports/limits.ts";

/** How a workspace's seats stand. */
export interface Seats {
  /** Null where the plan has no cap. */
  cap: number | null;
  /** Accounts that are not switched off. */
  members: number;
  /** Invites whose link still works; each holds a seat, unless who is invited has one already. */
  pending: number;
}

/** Counts the seats; with `email` less the one that an invite holds for them. What is decided by it needs the lock of `lockWorkspaces` first. */
export async function readSeats(
  runtime: Runtime,
  sql: Sql,
  by: { workspace: { id: number; plan: Plan }; now: Date; email?: string },
): Promise<Seats> {
  const { workspace, now, email = null } = by;
  const [counted] = await sql<{ members: number; pending: number }[]>`
    select
      (select count(*)::int from users where workspace_id = ${workspace.id} and disabled_at is null) as members,
      (select count(*)::int from invites i where i.workspace_id = ${workspace.id}
        and i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now}
        and lower(i.email) is distinct from lower(${email})
        and not exists (select from users u where u.workspace_id = ${workspace.id}
          and lower(u.email) = lower(i.email) and u.disabled_at is null)) as pending`;
  if (!counted) throw new Error("counting the seats answered no row");
  return { cap: runtime.plans.allowance("members", workspace.plan), ...counted };
}

/** Whether the plan carries one more. What is decided by it needs the lock of `lockWorkspaces` first. */
export async function hasFreeSeat(
  runtime: Runtime,
  sql: Sql,
  by: { workspace: { id: number; plan: Plan }; now: Date },
): Promise<boolean> {
  return seatsLeft(await readSeats(runtime, sql, by)) !== 0;
}

/** How many more may be invited; null where the plan has no cap. */
export function seatsLeft({ cap, members, pending }: Seats): number | null {
  return cap === null ? null : Math.max(0, cap - members - pending);
}

/** 402, naming the plan and its cap, and where plans are sold the address. */
export function refuseFull(runtime: Runtime, { plan, seats }: { plan: Plan; seats: Seats }): Refusal {
  const { cap, members, pending } = seats;
  const where = runtime.plans.pricing_url ? `; see ${runtime.plans.pricing_url}` : "";
  const refusal = refuse.plan(
    `the ${planName(plan)} plan carries ${cap} members, pending invites included; this workspace has ${members} and ${pending} pending: remove somebody, revoke an invite or change the plan${where}`,
    { plan, member_cap: cap },
  );
  const words = `this workspace may have ${cap} members, pending invites included; it has ${members} and ${pending} pending: remove somebody, revoke an invite or ${ASK_OPERATOR} for more`;
  return withoutPlans(refusal, runtime.plans, words);
}
