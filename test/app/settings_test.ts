// The settings: one menu that lists what is there, and no address of the app that leads to nothing.
import { expect, test } from "bun:test";
import { pageAt } from "../../plugins/app/port/pages.ts";

import {
  agentPath,
  documentPath,
  groupPath,
  personPath,
  placePath,
  proposalPath,
  SETTINGS_PAGES,
  SETTINGS_PATH,
  SHARED_BY_ME_PATH,
  settingsPath,
  spacePath,
  webhookPath,
  workflowPath,
} from "../../plugins/app/port/paths.ts";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();

test("every address that the house's path functions make is a page of the catalogue", () => {
  const paths = [
    SETTINGS_PATH,
    ...SETTINGS_PAGES.map((page) => settingsPath(page)),
    placePath(null, ""),
    ...["", "share", "share/why", "info", "move"].map((page) => documentPath("doc_1", page)),
    SHARED_BY_ME_PATH,
    ...[spacePath(), spacePath("handbook"), groupPath(1), personPath(1)],
    ...[agentPath(), agentPath("support"), proposalPath(1), workflowPath(1), webhookPath(1)],
    placePath("handbook", "Notes/2026 & later"),
  ];
  expect(paths.filter((path) => pageAt(h.runtime.catalogue, path) === null)).toEqual([]);
});

test("what the menu of settings lists opens, and shows itself as the current line", async () => {
  const as = await h.person({ role: "owner" });
  const { status, body } = await h.call("GET /app/settings", { as, with_cookie: true });
  expect(status).toBe(200);
  const menu = /<nav class="settings-all".*?<\/nav>/s.exec(body)?.[0] ?? "";
  const lines = [...menu.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] ?? "");
  expect(lines).toContain(settingsPath("me/tokens"));
  // Pages that stand outside of the frame still are lines too.
  for (const line of lines.filter((path) => path.startsWith("/app/"))) {
    const page = await h.call(`GET ${line}`, { as, with_cookie: true });
    expect([line, page.status]).toEqual([line, 200]);
    expect([line, page.body.includes(`href="${line}" aria-current="page"`)]).toEqual([line, true]);
  }
});
