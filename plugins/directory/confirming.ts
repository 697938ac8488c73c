// What decides who joins by a directory and was set by something else than a session waits for an owner
// (rules: companies/waiting).
import { refuse, type Sql, t, type WriteCall } from "../../kernel/plugin.ts";
import {
  type Confirmable,
  type Described,
  deleteWaitingSetting,
  letWait,
  listWaitingSettings,
  showWaiting,
  Waiting,
} from "../confirmations/port.ts";
import { PROVIDERS, type ProviderName } from "./providers/provider.ts";
import { keepConsent, listConnections, lockConnection, setDirectoryOnly } from "./store/connections.ts";

const KINDS = { connection: "directory", directory_only: "directory.policy" } as const;
export const WAITING_PARTS = ["connection", "directory_only"] as const;
export type WaitingPart = (typeof WAITING_PARTS)[number];

export const WaitingPartShape = t.Object(
  { what: t.OneOf(WAITING_PARTS), ...Waiting },
  { $id: "WaitingDirectorySetting" },
);

/** Lets a consent, sealed, or the rule that only the directory's people join wait. */
export async function letPartWait(
  call: WriteCall,
  { provider, what, sealed }: { provider: ProviderName; what: WaitingPart; sealed: Uint8Array | null },
): Promise<void> {
  const described = DESCRIBED[what](provider);
  await letWait(call, {
    kind: KINDS[what],
    subject: provider,
    wanted: { provider },
    sealed,
    keeps: sealed === null,
    described,
  });
}

export function dropWaitingPart(
  sql: Sql,
  { workspace_id, provider, what }: { workspace_id: number; provider: ProviderName; what: WaitingPart },
): Promise<boolean> {
  return deleteWaitingSetting(sql, { workspace_id, kind: KINDS[what], subject: provider });
}

/** What waits of a directory, as answers show it. */
export async function showWaitingParts(
  sql: Sql,
  of: { runtime: Parameters<typeof showWaiting>[0]; workspace_id: number; provider: ProviderName },
) {
  const rows = (await listWaitingSettings(sql, of.workspace_id)).filter(({ subject }) => subject === of.provider);
  return WAITING_PARTS.flatMap((what) =>
    rows.filter(({ kind }) => kind === KINDS[what]).map((row) => ({ what, ...showWaiting(of.runtime, row) })),
  );
}

const DESCRIBED: Readonly<Record<WaitingPart, (provider: ProviderName) => Described>> = {
  connection: (provider) => ({
    title: `The directory at ${provider} is connected`,
    facts: [["Directory", provider]],
    note: "Its groups may become groups here, and it may say who joins. Ask who consented whose directory it is.",
  }),
  directory_only: (provider) => ({
    title: `Only people of the directory at ${provider} join`,
    facts: [["Directory", provider]],
    note: "Invites and every other way in are refused to everybody else.",
  }),
};

function providerOf({ subject }: { subject: string }): ProviderName {
  const provider = PROVIDERS.find((name) => name === subject);
  if (!provider) throw new Error(`no directory is called "${subject}"`);
  return provider;
}

/** How the owners decide on both. */
export const directoryConfirmables: readonly Confirmable[] = [
  {
    kind: KINDS.connection,
    describe: (_sql, row) => DESCRIBED.connection(providerOf(row)),
    apply: async (call, row) => {
      const { sql, now, runtime, actor } = call;
      const provider = providerOf(row);
      if (!row.sealed) throw refuse.conflict("the consent is gone; connect the directory again");
      const { connection_id } = await lockConnection(sql, { workspace_id: row.workspace_id, provider });
      await keepConsent(sql, { connection_id, refresh_token: row.sealed, now });
      const meta = { provider, stage: "connected" };
      call.noteLent("directory.connect", { target_type: "workspace", target_id: actor.workspace.id, meta });
      call.afterCommit(() => runtime.jobs.wake());
    },
    holds: async (sql, workspaceId) =>
      (await listConnections(sql, workspaceId)).map(({ provider, directory_only }) =>
        directory_only
          ? `Only people of the directory at ${provider} join`
          : `The directory at ${provider} is connected`,
      ),
  },
  {
    kind: KINDS.directory_only,
    describe: (_sql, row) => DESCRIBED.directory_only(providerOf(row)),
    apply: async (call, row) => {
      const { sql, actor } = call;
      const provider = providerOf(row);
      const connection = await lockConnection(sql, { workspace_id: row.workspace_id, provider });
      if (!connection.refresh_token) throw refuse.conflict(`${provider} is not connected any more`);
      await setDirectoryOnly(sql, connection.connection_id, true);
      const meta = { provider, directory_only: true };
      call.noteLent("directory.policy", { target_type: "workspace", target_id: actor.workspace.id, meta });
    },
    holds: () => Promise.resolve([]),
  },
];
