// docsvc audit verify: checks every workspace's audit log against its hash chain,
// and prints the heads to be noted elsewhere.
import { listWorkspaceSlugs, type RunningServer } from "../../kernel/host.ts";
import { parseHead, verifyChain } from "../../kernel/ports/events.ts";
import { command, UsageError } from "../command/command.ts";
import { demandWorkspace } from "./accounts.ts";
import { withServer } from "./server/this_machine.ts";

export const auditVerify = command({
  name: "audit verify",
  summary: "Check the audit log against its hash chain",
  takes: [],
  options: {
    workspace: { value: "SLUG", about: "Only this workspace." },
    head: { value: "HEAD", about: "A head of that workspace, printed earlier; it has to be in the chain." },
  },
  async run({ options, terminal }) {
    const { workspace, head } = options;
    if (head !== undefined && workspace === undefined)
      throw new UsageError("--head goes with --workspace: each has a chain of its own");
    const noted = head === undefined ? null : parseHead(head);
    if (head !== undefined && !noted) throw new UsageError(`--head "${head}" is no head; it is printed as 12:9f86...`);
    return await withServer(terminal, async (runtime) => {
      let isWhole = true;
      for (const slug of await slugsOf(runtime, workspace)) {
        const report = await verifyWorkspace(runtime, { slug, noted });
        isWhole &&= report.ok;
        terminal.out(JSON.stringify(report));
      }
      return isWhole ? 0 : 1;
    });
  },
});

const WORKSPACES_MAX = 1_000_000;

function slugsOf({ database }: RunningServer, slug: string | undefined): Promise<string[]> | string[] {
  return slug === undefined ? listWorkspaceSlugs(database.sql, WORKSPACES_MAX) : [slug];
}

async function verifyWorkspace(
  { database, clock }: RunningServer,
  { slug, noted }: { slug: string; noted: ReturnType<typeof parseHead> },
) {
  const { id } = await demandWorkspace(database.sql, slug);
  const report = await verifyChain(database.sql, { workspace_id: id, now: clock.now(), noted });
  const { faults, fault_count, seals, rows, head, unsealed } = report;
  return {
    workspace: slug,
    ok: fault_count === 0,
    head: head?.head ?? null,
    seals,
    rows,
    unsealed: unsealed?.rows ?? 0,
    fault_count,
    faults,
  };
}
