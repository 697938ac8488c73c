// What earlier runs of a folder made in My documents, before it is published into a shared root:
// moved there on demand, since their links stay, instead of being made a second time.
import { CommandError } from "../../command/command.ts";
import { CallError } from "../server/caller.ts";
import { isOwn } from "./marks.ts";
import type { Remote, RemoteDocument } from "./remote.ts";
import type { Report } from "./report.ts";

interface Moving {
  /** The root that is published into. */
  remote: Remote;
  /** My documents of the same person. */
  mine: Remote;
  report: Pick<Report, "remark">;
  /** The same in both. */
  folder: string;
  /** Whether they are to be moved, and whether `remote` only looks as if. */
  move: boolean;
  dry: boolean;
}

/**
 * Moves them, or says how where nothing of the folder lies in the root yet. Throws CommandError where one cannot be moved: what is
 * moved stays, and the run may be repeated.
 */
export async function moveFromMine({ remote, mine, report, folder, move, dry }: Moving): Promise<void> {
  const own = async (place: Remote) => (await place.list(folder)).filter((document) => isOwn({ folder }, document));
  const there = await own(mine);
  if (there.length === 0) return;
  const documents = there.length === 1 ? "1 document" : `${there.length} documents`;
  if (!move) {
    if ((await own(remote)).length === 0)
      report.remark(
        `${documents} of this folder lie in My documents and stay there; --move moves them, and their links stay`,
      );
    return;
  }
  for (const document of there) await moveOne(remote, document);
  report.remark(`${dry ? "to be moved" : "moved"} from My documents, with their links: ${documents}`);
}

async function moveOne(remote: Remote, document: RemoteDocument): Promise<void> {
  try {
    await remote.takeIn(document);
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 401) throw error;
    throw new CommandError(`${document.filename ?? document.doc_id} cannot be moved: ${error.message}`);
  }
}
