// What a proposal changes: checked when it is made, compared with what is there when it is looked at.
import { type Call, countCharacters, refuse, type Static, sha256Hex } from "../../kernel/plugin.ts";
import {
  type FileRow,
  fileAt,
  findVersionFiles,
  holds,
  type LoadedDocument,
  parseFilePaths,
  readLoaded,
  refuseMissingFile,
  refuseMissingVersion,
} from "../documents/port/read.ts";
import { ownerOf, refuseGenerated } from "../documents/port/write.ts";
import { capOf } from "../operation.ts";
import { inTextTurn, readTexts, textTasks } from "../texts/port.ts";
import { SOURCE_PATH } from "./page.ts";
import type { ProposalDetail } from "./schemas.ts";
import { showProposal } from "./showing.ts";
import type { LoadedAgent } from "./store/agents.ts";
import type { ProposalRow, ProposedFile } from "./store/proposals.ts";

type Asking = Pick<Call, "sql" | "runtime"> & { actor: NonNullable<Call["actor"]>; request?: Call["request"] };

interface SentFile {
  path: string;
  content: string | null;
}

/** Throws 400, 404 or 413 for files that no proposal may hold. */
export function checkProposed(files: readonly SentFile[]): void {
  parseFilePaths(files.map(({ path }) => path));
  if (files.some(({ path, content }) => path === SOURCE_PATH && content === null))
    throw refuse.invalid(`"${SOURCE_PATH}" is what the agent is made of; it can be changed and not removed`);
}

/** What a proposal keeps of the files, with what each held in the version that its maker read. */
export async function readProposed(
  call: Asking,
  agent: LoadedAgent,
  { files, base_version }: { files: readonly SentFile[]; base_version: number },
): Promise<ProposedFile[]> {
  const { sql, runtime } = call;
  const most = capOf(runtime, "proposal_chars");
  const chars = files.reduce((sum, { content }) => sum + countCharacters(content ?? ""), 0);
  if (chars > most)
    throw refuse.tooLarge(`the files of a proposal have ${chars} characters together; at most ${most} are taken`);
  const base = await findVersionFiles(sql, { document_id: agent.document_id, version: base_version });
  if (!base) throw refuseMissingVersion(base_version);
  const proposed = files.map(({ path, content }) => {
    refuseGenerated(agent, path);
    const before = fileAt(base, path);
    if (content === null && !before) throw refuseMissingFile(path, base_version);
    return { path, content, base_sha256: before?.sha256 ?? null };
  });
  const changes = proposed.filter((one) => hashOf(one) !== one.base_sha256);
  if (changes.length === 0) throw refuse.invalid("the proposal changes nothing; the files hold that already");
  return changes;
}

function hashOf({ content }: SentFile): string | null {
  return content === null ? null : sha256Hex(content);
}

/** The files that hold something else now than they did when the change was made, though not what it makes of them. */
export function movedFiles(document: Pick<LoadedDocument, "files">, files: readonly ProposedFile[]): ProposedFile[] {
  return files.filter((one) => {
    const now = fileAt(document.files, one.path)?.sha256 ?? null;
    return now !== one.base_sha256 && now !== hashOf(one);
  });
}

/** A proposal with what it would change now, and once it is decided or over with what it was about to. */
export async function showDetail(call: Asking, proposal: ProposalRow): Promise<Static<typeof ProposalDetail>> {
  const document = await readLoaded(call.sql, proposal.document_id, call.actor);
  if (!document) throw refuse.notFound("proposal not found");
  const { files, status } = proposal;
  const isOpen = status === "pending";
  const diff = isOpen ? await diffOf(call, document, files) : await formerDiff(call, proposal);
  return {
    ...showProposal(proposal),
    current_version: document.version,
    moved: isOpen && movedFiles(document, files).length > 0,
    diff,
    ...(diff === null && { files: files.map(({ path, content }) => ({ path, content })) }),
    can_decide: isOpen && mayDecide(call, document),
  };
}

/** As it was decided. Where that is not kept, from the version that it was made on, while that is there. */
async function formerDiff(call: Asking, proposal: ProposalRow): Promise<string | null> {
  if (proposal.decided_diff !== null) return proposal.decided_diff;
  const base = await findVersionFiles(call.sql, { ...proposal, version: proposal.base_version });
  return base && diffOf(call, { files: base }, proposal.files);
}

/** What is kept of a difference with the decision; null for one that is too long. */
export function keptDiff({ runtime }: Pick<Call, "runtime">, diff: string | null): string | null {
  return diff !== null && countCharacters(diff) <= capOf(runtime, "proposal_diff_chars") ? diff : null;
}

function mayDecide({ actor }: Asking, document: LoadedDocument): boolean {
  return actor.credential === "session" && holds(document, "own");
}

/** From what the files hold now to what they would; null where one of them is no text. */
export async function diffOf(
  call: Asking,
  document: Pick<LoadedDocument, "files">,
  files: readonly ProposedFile[],
): Promise<string | null> {
  const current = files.map(({ path }) => fileAt(document.files, path));
  const there = current.filter((file): file is FileRow => file !== undefined);
  const texts = await readTexts(call, there);
  if (there.some((file) => texts.get(file.blob_id) === null)) return null;
  const bytes = files.reduce((sum, { content }) => sum + (content?.length ?? 0), 0);
  const { owner = "" } = ownerOf(call);
  return inTextTurn({ owner, lane: "read", bytes }, async () => {
    const diffs: string[] = [];
    for (const [index, { path, content }] of files.entries()) {
      const file = current[index];
      const before = (file && texts.get(file.blob_id)) ?? "";
      const sides = { path, before, after: content ?? "" };
      diffs.push(await textTasks()("unifiedDiff", sides, { bytes: before.length + sides.after.length }));
    }
    return diffs.join("");
  });
}
