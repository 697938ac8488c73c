// A git repository beside a document:
// the same contents, version by version, so that git can say what it thinks of them.
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface GitHistory {
  /** Commits a content of `file.txt`. */
  commit(content: string): void;
  /** For each line of `file.txt`, the number of the commit, from 1, that git blames. */
  blame(): number[];
  /** What git prints between two commits, without the functions that it finds for its hunks. */
  diff(from: number, to: number): string;
  /** What `git apply` makes of a commit's content. */
  apply(at: number, diff: string): string;
}

/** Removed after the file's tests. */
export function openGitHistory(): GitHistory {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-git-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const commits: string[] = [];
  const file = join(folder, "file.txt");
  function git(args: string[], stdin?: string): string {
    const run = Bun.spawnSync(
      ["git", "-c", "user.name=t", "-c", "user.email=t@t", "-c", "core.autocrlf=false", ...args],
      {
        cwd: folder,
        stdin: new TextEncoder().encode(stdin ?? ""),
      },
    );
    if (run.exitCode !== 0) throw new Error(`git ${args[0]}: ${run.stderr}`);
    return run.stdout.toString();
  }
  git(["init", "-q"]);
  return {
    commit(content) {
      writeFileSync(file, content);
      git(["add", "-f", "file.txt"]);
      git(["commit", "-q", "--allow-empty", "-m", `version ${commits.length + 1}`]);
      commits.push(git(["rev-parse", "HEAD"]).trim());
    },
    blame() {
      const lines = git(["blame", "-s", "-l", "--root", "--no-abbrev", "file.txt"]).split("\n").filter(Boolean);
      return lines.map((line) => 1 + commits.indexOf(line.slice(0, 40)));
    },
    diff(from, to) {
      const shown = git([
        "diff",
        "--no-color",
        "--abbrev=7",
        commits[from - 1] ?? "",
        commits[to - 1] ?? "",
        "--",
        "file.txt",
      ]);
      return shown.replace(/^(@@ -[^@]* @@).*$/gm, "$1");
    },
    apply(at, diff) {
      git(["checkout", "-q", commits[at - 1] ?? ""]);
      git(["apply", "-"], diff);
      const made = Bun.spawnSync(["cat", "file.txt"], { cwd: folder }).stdout.toString();
      git(["checkout", "-q", "-f", commits.at(-1) ?? ""]);
      return made;
    },
  };
}
