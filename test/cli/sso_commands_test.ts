// The operator's commands for companies, beside a running server:
// what they print, what they note, and what they refuse.
import { afterAll, expect, test } from "bun:test";
import { createLog, openSql } from "../../kernel/host.ts";
import { makeServerPlace } from "../faults/server_process.ts";
import { cloneServerDatabase } from "../harness/server_database.ts";

const copy = await cloneServerDatabase();
const place = await makeServerPlace({ DATABASE_URL: copy.url });
const database = await openSql(copy.target, { log: createLog("silent"), pool_size_max: 2 });
afterAll(async () => {
  await database.close();
  await copy.drop();
  place.remove();
});

test("a domain is proven and released by the operator's word, single sign-on is opened again, and both are noted", async () => {
  await place.runHere("user", "add", "olga@berg.example", "--workspace", "berg");
  const run = async (...words: string[]) => JSON.parse(await place.runHere(...words));
  expect(await run("email-domain", "prove", "berg", "Berg.Example")).toEqual({
    workspace: "berg",
    domain: "berg.example",
    proven: true,
  });
  expect(await run("sso", "unenforce", "berg")).toEqual({ workspace: "berg", unenforced: false });
  await database.sql`
    insert into sso_configs (workspace_id, issuer, client_id, client_secret_sealed, domains, enforced, updated_at)
    select workspace_id, 'https://login.berg.example', 'docsvc', ''::bytea, '{berg.example}', true, now() from workspaces
    where slug = 'berg'`;
  await expect(place.runHere("login-link", "olga@berg.example")).rejects.toThrow("sign in through the provider");
  expect(await run("sso", "unenforce", "berg")).toEqual({ workspace: "berg", unenforced: true });
  expect(await place.runHere("login-link", "olga@berg.example")).toContain("/auth/link/");
  expect(await run("email-domain", "release", "berg", "berg.example")).toMatchObject({ released: true });
  expect(await run("email-domain", "release", "berg", "berg.example")).toMatchObject({ released: false });
  const noted = await database.sql<{ action: string; actor: string }[]>`
    select action, actor from audit_events where action ~ '^(sso|email_domain)' order by event_id`;
  expect(noted.map((row) => `${row.actor} ${row.action}`)).toEqual([
    "system email_domain.prove",
    "system sso.unenforce",
    "system email_domain.lapse",
  ]);
});

test("an unknown workspace, a public provider and a domain of another workspace are refused in words", async () => {
  await expect(place.runHere("sso", "unenforce", "nowhere")).rejects.toThrow('no workspace is called "nowhere"');
  await expect(place.runHere("email-domain", "prove", "berg", "gmail.com")).rejects.toThrow("public e-mail provider");
  await place.runHere("user", "add", "rita@tal.example", "--workspace", "tal");
  await place.runHere("email-domain", "prove", "tal", "tal.example");
  await expect(place.runHere("email-domain", "prove", "berg", "tal.example")).rejects.toThrow("another workspace");
});
