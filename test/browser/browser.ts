// Opens a real browser for tests:
// same-origin policy, site isolation and cookies as a person's browser has them, and no road to the internet.
import { access, constants, mkdir } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { unpackChromium } from "./chromium.ts";

/** Git ignores the first; the second serves who may not write to the checkout. */
const SCREENSHOT_FOLDERS = [
  join(import.meta.dir, "screenshots"),
  join(tmpdir(), `docsvc-${userInfo().uid}`, "screenshots"),
];

/** The package's own list of flags is never used: it turns web security off, and every test of isolation would prove nothing. */
const FLAGS = ["--disable-gpu", "--disable-quic", "--font-render-hinting=none"];

/** Pages reach this machine alone, so a page that needs the internet fails here as it does at a customer without one. */
const NAMES = ["MAP * ~NOTFOUND", "EXCLUDE localhost", "EXCLUDE *.localhost", "EXCLUDE 127.0.0.1", "EXCLUDE [::1]"];

/** A page of a busy machine takes ten times what it takes on a quiet one: only the test's own limit ends what stands still. */
const WAIT_MS = 4 * 60_000;

export interface BrowserOptions {
  /** Further names, whose https is at this port of this machine. */
  names?: { hosts: readonly string[]; port: number };
}

/** Starts a headless Chromium; the caller closes it. On systems that the packaged browser does not serve, the installed Chrome is used. */
export async function openBrowser({ names }: BrowserOptions = {}): Promise<Browser> {
  const mapped = names ? names.hosts.map((host) => `MAP ${host}:443 127.0.0.1:${names.port}`) : [];
  const args = [...FLAGS, `--host-resolver-rules=${[...mapped, ...NAMES].join(", ")}`];
  if (process.platform !== "linux" || process.arch !== "x64") {
    return withPatience(await chromium.launch({ channel: "chrome", args, timeout: WAIT_MS }));
  }
  const { executable, env } = await unpackChromium();
  // Chromium's own sandbox needs rights that root in a container lacks; the pages under test are ours.
  const browser = await chromium.launch({
    executablePath: executable,
    chromiumSandbox: false,
    args,
    env: { ...process.env, ...env },
    timeout: WAIT_MS,
  });
  return withPatience(browser);
}

/** Every context of it, also those that pages are opened in at once, waits for as long. */
function withPatience(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(WAIT_MS);
    return context;
  };
  return browser;
}

/** Stores the whole page as `<name>.png` in `test/browser/screenshots` and returns its path. */
export async function screenshot(page: Page, name: string): Promise<string> {
  const image = await page.screenshot({ fullPage: true, animations: "disabled" });
  for (const folder of SCREENSHOT_FOLDERS) {
    if (!(await isWritable(folder))) continue;
    const path = join(folder, `${name}.png`);
    await Bun.write(path, image);
    return path;
  }
  throw new Error(`no place for screenshots: make one of ${SCREENSHOT_FOLDERS.join(", ")} writable`);
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
