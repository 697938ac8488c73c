// docsvc publish: makes documents of a folder's files through the server's own API,
// and brings them up to date when run again.

import { resolve } from "node:path";
import { EXTENSION_WORDS, readChoice, tellUnknown } from "../../plugins/rendering/extensions/extensions.ts";
import { CommandError, command, readWord, type Terminal } from "../command/command.ts";
import { demandOutline, type FoundOutline, findOutline } from "./navigation/find.ts";
import { type NavigationUpload, prepareUpload } from "./navigation/upload.ts";
import { ROOT_OPTION, SERVER_OPTIONS } from "./options.ts";
import { arrange } from "./publish/arrange.ts";
import type { Done } from "./publish/documents.ts";
import { type LocalFolder, readFolder } from "./publish/folder.ts";
import { findIndex } from "./publish/folder_index.ts";
import { moveFromMine } from "./publish/moving.ts";
import { openRemote, type Remote, type Visibility, withoutWrites } from "./publish/remote.ts";
import { openReport, type Report } from "./publish/report.ts";
import { publishFiles } from "./publish/run.ts";
import { tellLost, tellUnread } from "./publish/unread.ts";
import { type Access, withAccess } from "./server/access.ts";
import { CallError, refusedToken, tellWaits } from "./server/caller.ts";
import { defaultFolder, namedFolder } from "./server/folder_path.ts";
import { OWN_ROOT } from "./server/roots.ts";

const VISIBILITIES: readonly Visibility[] = ["restricted", "unlisted", "password", "workspace"];
const PATHS_SHOWN = 10;

interface PublishOptions {
  /** The local folder, absolute. */
  from: string;
  /** A shared root's slug, or `~`. */
  root: string;
  folder: string;
  visibility: Visibility | undefined;
  password: string | undefined;
  prune: boolean;
  /** Whether documents of this folder are moved from My documents. */
  move: boolean;
  dry: boolean;
  /** The syntax of all markdown, in words. */
  markdown: string | undefined;
  /** The navigation to make of the folder's table of contents. */
  navigation: string | undefined;
}

export const publish = command({
  name: "publish",
  summary: "Publish a folder of markdown, HTML, pictures and other files, or bring it up to date",
  takes: ["folder"],
  options: {
    ...SERVER_OPTIONS,
    visibility: { value: "V", about: `${VISIBILITIES.join(", ")}. Default: restricted for new documents.` },
    password: { value: "P", about: "The password, with --visibility password." },
    root: ROOT_OPTION,
    folder: { value: "F", about: 'The folder on the server; "/" is the whole root. Default: the folder\'s own name.' },
    prune: {
      value: null,
      about:
        "Move documents to the trash whose file is gone or that two runs at once made twice, and take entries away that the file of --navigation does not name.",
    },
    move: {
      value: null,
      about: "With --root: move there what earlier runs made of this folder in My documents; links stay.",
    },
    markdown: {
      value: "WORDS",
      about: `Syntax of all markdown beyond GitHub's: ${EXTENSION_WORDS.join(", ")}; none takes it back. A file's front matter comes first.`,
    },
    navigation: { value: "N", about: "Make this navigation of SUMMARY.md (mdBook) or mkdocs.yml." },
    "dry-run": { value: null, about: "Say what would be done, and do nothing." },
  },
  async run({ args, options, terminal }) {
    const from = resolve(terminal.folder, args.folder);
    const wanted: PublishOptions = {
      from,
      root: options.root ?? OWN_ROOT,
      folder: options.folder === undefined ? defaultFolder(from) : namedFolder(options.folder),
      visibility:
        options.visibility === undefined
          ? undefined
          : readWord(options.visibility, { what: "--visibility", choices: VISIBILITIES }),
      password: options.password,
      prune: options.prune !== undefined,
      move: options.move !== undefined,
      dry: options["dry-run"] !== undefined,
      markdown: options.markdown === undefined ? undefined : readMarkdown(options.markdown),
      navigation: options.navigation,
    };
    refusePassword(wanted);
    refuseMove(wanted);
    const local = await readFolder(from);
    if (local.files.length === 0) throw new CommandError(`${from} holds no file that can be published`);
    const outline = await readOutline(wanted, pathsOf(local));
    const worker = { name: "docsvc publish", stops_itself: false };
    return withAccess(terminal, { given: options, worker }, (access) =>
      publishTo({ ...access, terminal }, local, { ...wanted, outline }),
    );
  },
});

/** The folder's table of contents, which gives its order to the folders of the server; one that cannot be read stops a navigation alone. */
async function readOutline({ from, navigation }: PublishOptions, paths: string[]): Promise<FoundOutline | null> {
  if (navigation !== undefined) return demandOutline(from, paths);
  return findOutline(from, paths).catch((error: unknown) => {
    if (error instanceof CommandError) return null;
    throw error;
  });
}

function readMarkdown(words: string): string {
  if (words.trim() === "none") return "";
  const { unknown } = readChoice(words);
  if (unknown.length > 0) throw new CommandError(`--markdown: ${tellUnknown(unknown)}`);
  return words.trim();
}

function pathsOf({ files }: LocalFolder): string[] {
  return files.map((file) => file.path);
}

function refusePassword({ visibility, password }: PublishOptions): void {
  if (visibility === "password" && password === undefined) {
    throw new CommandError("--visibility password needs a password: give one with --password");
  }
  if (visibility !== "password" && password !== undefined) {
    throw new CommandError("--password goes with --visibility password: add it, or leave --password out");
  }
}

function refuseMove({ move, root }: PublishOptions): void {
  if (move && root === OWN_ROOT)
    throw new CommandError("--move goes with --root: it moves documents from My documents into a shared root");
}

async function publishTo(
  access: Access & { terminal: Terminal },
  local: LocalFolder,
  wanted: PublishOptions & { outline: FoundOutline | null },
): Promise<number> {
  const { terminal, server } = access;
  const { dry } = wanted;
  const total = local.files.length + local.skipped.length + local.failed.length;
  const report = openReport(terminal, { total, dry });
  const remote = await openPlace(access, { report, wanted });
  if (wanted.root !== OWN_ROOT) {
    const mine = openRemote({ ...access, root: OWN_ROOT, onWait: tellWaits(report.remark) });
    await moveFromMine({ remote, mine, report, ...wanted });
  }
  const navigation = await prepareNavigation(access, { report, wanted, files: pathsOf(local) });
  for (const { path, reason } of local.skipped) report.tell(path, "skipped", reason);
  for (const { path, reason } of local.failed) report.tell(path, "failed", reason);
  const files = new Map(local.files.map((file) => [file.path, file]));
  const unread = [...local.failed, ...local.skipped].map(({ path }) => path);
  const done = await publishFiles({ remote, files, report, unread, ...wanted }).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401) throw refusedToken(server);
    throw new CommandError(`${error.message}; what is published stays, run it again to go on from here`);
  });
  await tellOrphans({ remote, report, ...wanted }, done);
  if (!dry) await arrange({ remote, report, top: wanted.folder, outline: wanted.outline?.outline ?? null }, done);
  tellUnread(report, done);
  tellLost(report, done);
  const isLed = navigation === null || (await sendNavigation(navigation, report, done));
  if (dry) report.remark(`this was a dry run: nothing was written to ${server}`);
  terminal.out(report.sum());
  const index = findIndex(local.files);
  const address = index && done.documents.get(index.path)?.url;
  if (address) terminal.out(address);
  else if (!index) tellAddresses(report, done);
  return report.count("failed") === 0 && isLed ? 0 : 1;
}

/** Whether the navigation can be written is known before any document is made. */
async function prepareNavigation(
  { server, token }: Access,
  about: { report: Report; wanted: PublishOptions & { outline: FoundOutline | null }; files: readonly string[] },
): Promise<NavigationUpload | null> {
  const { navigation: name, outline: found, prune, dry } = about.wanted;
  if (!found || name === undefined) return null;
  const { remark } = about.report;
  return prepareUpload({ server, token, name, found, prune, dry, remark }, about.files);
}

/** Answers false for one that was refused: what became of the files is told all the same. */
async function sendNavigation(navigation: NavigationUpload, report: Report, { documents }: Done): Promise<boolean> {
  try {
    await navigation.send(documents);
    return true;
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof CallError)) throw error;
    report.remark(`failed     the navigation: ${error.message}`);
    return false;
  }
}

/** The server with its root, both of which are there. */
async function openPlace(
  { server, token }: Access,
  { report, wanted }: { report: Report; wanted: PublishOptions },
): Promise<Remote> {
  const { root, dry } = wanted;
  const remote = openRemote({ server, token, root, onWait: tellWaits(report.remark) });
  const { email } = await remote.whoAmI();
  await remote.demandRoot();
  const folder = wanted.folder === "" ? "the top folder" : `folder "${wanted.folder}"`;
  const place = root === OWN_ROOT ? folder : `${folder} of the root "${root}"`;
  report.remark(`publishing ${wanted.from} to ${server}, ${place}, as ${email}`);
  return dry ? withoutWrites(remote) : remote;
}

interface Pruning {
  remote: Remote;
  report: Report;
  prune: boolean;
  dry: boolean;
}

async function tellOrphans({ remote, report, prune, dry }: Pruning, { orphans, twins }: Done): Promise<void> {
  for (const [surplus, why] of [
    [orphans, "their files are gone"],
    [twins, "another run at the same time made these documents too"],
  ] as const) {
    if (surplus.length === 0) continue;
    const shown = surplus.slice(0, PATHS_SHOWN).map(({ path }) => path);
    const paths = [...shown, ...(surplus.length > shown.length ? ["..."] : [])].join(", ");
    if (prune) {
      for (const { doc_id } of surplus) await remote.remove(doc_id);
      report.remark(`${dry ? "to be moved" : "moved"} to the trash, because ${why}: ${paths}`);
    } else {
      report.remark(`${why}, yet the documents stay (--prune moves them to the trash): ${paths}`);
    }
  }
}

/** Where no page is the one to begin with, each has an address of its own to pass on. */
function tellAddresses(report: Report, { documents }: Done): void {
  const all = [...documents].sort(([a], [b]) => (a < b ? -1 : 1));
  if (all.length === 0) return;
  report.remark("there is no README, SUMMARY or index to begin with; the documents are at");
  for (const [path, { url }] of all.slice(0, PATHS_SHOWN)) report.remark(`  ${url}  ${path}`);
  if (all.length > PATHS_SHOWN) report.remark(`  and ${all.length - PATHS_SHOWN} more`);
}
