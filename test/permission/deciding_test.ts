// Every operation that decides who gets a session, who belongs to the workspace, or what credentials are worth,
// and what it asks.
import { expect, test } from "bun:test";
import type { Entry } from "../../kernel/ports/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { limited } from "../oauth/limited.ts";
import { INPUTS } from "./inputs.ts";
import { send } from "./matrix.ts";
import { openStage, type Stage } from "./stage.ts";

const quotas = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: 1_000_000, editions: {} }]),
);
const h = await openHarness({ manifest: { quotas } });
const { entries } = h.runtime.catalogue;

/** What each asks. */
const ASKS: Readonly<Record<string, readonly string[]>> = {
  "a proof of who somebody is, since it signs them in: a mailed link, a provider's word, a code, or a program's own secret":
    [
      "account.return",
      "invite.accept",
      "invite.accept.decide",
      "login.callback",
      "login.code",
      "login.confirm",
      "login.link",
      "login.member_link",
      "login.member_link.show",
      "login.passkey",
      "login.passkey.options",
      "login.password",
      "logout",
      "oauth.authorize",
      "oauth.register",
      "oauth.revoke",
      "oauth.token",
      "setup.finish",
      "sso.callback",
      "sso.join",
    ],
  "a token of the workspace's provisioning, which is made in a session by somebody whose role waits for nobody": [
    "scim.user.create",
    "scim.user.delete",
    "scim.user.patch",
    "scim.user.replace",
  ],
  "a session": [
    "confirmation.decide",
    "confirmation.role",
    "login.links_made",
    "logout.all",
    "member.sign_in_link",
    "member.sign_out",
    "oauth.consent",
    "passkey.add",
    "passkey.options",
    "passkey.remove",
    "passkey.rename",
    "password.remove",
    "password.set",
    "scim.token.create",
    "scim.token.revoke",
    "sso.unlink",
    "token.create",
    "workspace.connection.end",
    "workspace.token.revoke",
  ],
  "a session, and otherwise waits until an owner confirms it in one": [
    "directory.connect",
    "directory.consented",
    "directory.policy",
    "domain.add",
    "domain.verify",
    "email_domain.verify",
    "sso.update",
  ],
  "a session, and otherwise tells the owners: it takes something away": [
    "directory.disconnect",
    "email_domain.remove",
    "sso.delete",
  ],
  "an owner's session for a role whose word counts; without it the role waits until an earlier owner confirms it in one":
    ["invite.batch", "invite.create", "member.role", "member.transfer"],
  "a role alone: it lets nobody in by itself, names what has to be proven, or only tries or reads again": [
    "directory.sync",
    "directory.take",
    "domain.default",
    "domain.remove",
    "email_domain.add",
    "invite.groups",
    "invite.resend",
    "invite.revoke",
    "member.remove",
    "sso.test.start",
  ],
  "its person by any credential that is not limited: it concerns what is theirs, and widens nothing without a session":
    ["account.delete", "connection.policy.set", "token.revoke"],
};

/** The beginnings of audit actions by which people get in, belong and act. */
const DECIDING =
  /^(login|passkey|password|account|sso|sign_in_setting|email_domain|directory|scim|member|invite|token|oauth|connection|domain)\./;
/**
 * A name and documents decide nothing of this. A program narrows and ends itself and what may do no more than it (rules: oauth/narrowing), which
 * takes away alone.
 */
const DECIDES_NOTHING = ["passkey.offer", "me.update", "account.hand_over", "connection.update", "connection.end"];

const declared = entries.filter((entry) => entry.decides !== null);

test("each of them declares it, by the actions that it writes, and stands in one line of what they ask", () => {
  const silent = entries
    .filter(({ audit, decides }) => decides === null && audit.some((action) => DECIDING.test(action)))
    .map(({ id }) => id);
  expect(silent.sort()).toEqual(DECIDES_NOTHING.sort());
  const listed = Object.values(ASKS).flat();
  expect([...listed].sort()).toEqual(declared.map(({ id }) => id).sort());
  expect(new Set(listed).size).toBe(listed.length);
});

const asked = declared.filter(({ anonymous, identify }) => !anonymous && !identify);

/** Pages lead to sign-in whoever has no session at the browser. */
const byToken = asked.filter(({ signed_out }) => signed_out === null);

/** Sends the operation's least valid input by a token of the workspace's owner. */
async function callBy(stage: Stage, { entry, as }: { entry: Entry; as: Person }) {
  const input = INPUTS[entry.id];
  if (!input) throw new Error(`there is no input for ${entry.id}`);
  const { with_cookie: _cookie, ...made } = await input.make(stage, "workspace owner");
  return send(h, { entry, as, made });
}

test("no connection with any limit reaches one of them, over REST or as a tool", async () => {
  const stage = await openStage(h, "My documents");
  const boss = stage.people["workspace owner"];
  const limits = [
    { max_visibility: "unlisted" as const },
    { toolsets: Object.keys(manifest.toolsets) },
    { roots: ["~"] },
    { read_only: true },
  ];
  for (const limit of limits) {
    const as = await limited(h, boss, limit);
    for (const entry of byToken) {
      const { status, body } = await callBy(stage, { entry, as });
      expect([entry.id, limit, status, body.code]).toEqual([entry.id, limit, 403, "connection_limited"]);
    }
    const listed = await h.call("POST /mcp", { as, json: { jsonrpc: "2.0", id: 1, method: "tools/list" } });
    const names = new Set(listed.body.result.tools.map(({ name }: { name: string }) => name));
    const tools = declared.flatMap((entry) => entry.tools.map(({ name }) => name)).filter((name) => names.has(name));
    expect([limit, tools]).toEqual([limit, []]);
  }
});

test("those that ask a session refuse a token of an owner's own", async () => {
  const stage = await openStage(h, "My documents");
  const as = stage.people["workspace owner"];
  const ids = new Set(ASKS["a session"]);
  for (const entry of byToken.filter(({ id }) => ids.has(id))) {
    const { status, body } = await callBy(stage, { entry, as });
    const code = body?.code ?? (String(body).includes("a token may not") ? "session_required" : "");
    expect([entry.id, status, code]).toEqual([entry.id, 403, "session_required"]);
  }
});
