// What the operations of the catalogue declare for the limits of connections, and that none boots which says too little.
import { describe, expect, test } from "bun:test";
import { BootError, buildCatalogue } from "../../kernel/host.ts";
import { type Entry, signedIn, t } from "../../kernel/mod.ts";
import { manifest } from "../../plugins/manifest.ts";
import { operation } from "../../plugins/operation.ts";
import { openHarness } from "../harness.ts";

const h = await openHarness();

/** Those that a token is sent to: where nobody is asked who they are, nobody acts by a token. */
const entries = h.house.catalogue.entries.filter((entry) => !entry.anonymous || entry.identify !== null);
const idsOf = (some: readonly Entry[]) => some.map((entry) => entry.id).sort();

describe("the catalogue", () => {
  test("closes to a connection limited to roots what belongs to the workspace or the account as a whole", () => {
    expect(idsOf(entries.filter((entry) => entry.reach === null))).toEqual([
      "access_request.page.send",
      "account.delete",
      "connection.page.send",
      "connection.policy.get",
      "connection.policy.set",
      "doc.keep_link.show",
      "doc.keep_link.use",
      "group.create",
      "group.delete",
      "group.get",
      "group.list",
      "group.member.add",
      "group.member.remove",
      "group.members",
      "group.update",
      "icon.delete",
      "icon.list",
      "icon.upload",
      "invite.create",
      "invite.groups",
      "invite.list",
      "invite.resend",
      "invite.revoke",
      "logout.all",
      "member.list",
      "member.remove",
      "member.role",
      "member.transfer",
      "oauth.consent",
      "root.create",
      "token.create",
      "token.list",
      "token.revoke",
      "workspace.instructions.set",
    ]);
  });

  test("leaves it what is about the caller alone", () => {
    expect(idsOf(entries.filter((entry) => entry.reach === "caller"))).toEqual([
      "connection.end",
      "connection.list",
      "connection.update",
      "limits.get",
      "me.get",
      "render.markdown",
      "workspace.instructions.get",
    ]);
  });

  test("says of every write within places what it opens, and of these that nobody reads more", () => {
    const writes = entries.filter((entry) => entry.effect === "write" && entry.reach === "places");
    expect(idsOf(writes.filter((entry) => !entry.declares_openness))).toEqual([]);
    expect(idsOf(writes.filter((entry) => entry.opens === null && entry.publishes === null))).toEqual([
      "access.folder.revoke",
      "access_request.create",
      "bundle.create",
      "comment.delete",
      "doc.alias.clear",
      "doc.commit.send",
      "doc.delete",
      "doc.trash.empty",
      "icon.clear",
      "lock.release",
      "lock.release_tool",
      "lock.renew",
      "lock.take",
      "notification.read",
      "root.access.revoke",
      "shortcut.delete",
      "star.create",
      "star.delete",
    ]);
    const counted = entries.filter((entry) => entry.quota?.name === "publish");
    expect(idsOf(counted.filter((entry) => entry.publishes === null))).toEqual([]);
  });
});

describe("boot", () => {
  const boot = (one: Parameters<typeof operation>[0]) =>
    buildCatalogue([{ name: "stars", operations: [operation(one)] }], manifest);
  const writes = {
    id: "probe.write",
    route: "POST /api/probe",
    summary: "Probe",
    permit: signedIn(),
    run: () => {},
  } as const;
  const audited = { ...writes, audit: "probe.write" };
  const body = (member: string) => t.Object({ [member]: t.Optional(t.String()) });

  test("refuses a write whose input may open something and that does not say what it opens", () => {
    for (const member of ["visibility", "publish_visibility", "published", "listing", "password", "subject_type"]) {
      expect(() => boot({ ...audited, body: body(member) }), member).toThrow(`takes "${member}"`);
      expect(() => boot({ ...audited, form: body(member) }), member).toThrow(BootError);
      expect(() => boot({ ...audited, query: body(member) }), member).toThrow(BootError);
      expect(() => boot({ ...audited, body: body(member), opens: null }), member).not.toThrow();
      expect(() => boot({ ...audited, body: body(member), publishes: () => "unlisted" }), member).not.toThrow();
    }
    const nested = t.Object({ entries: t.Optional(t.Array(t.Object({ site: t.Nullable(body("visibility")) }))) });
    expect(() => boot({ ...audited, body: nested })).toThrow('takes "visibility"');
    const either = t.Object({ entry: t.Optional(t.Union([t.String(), body("visibility")])) });
    expect(() => boot({ ...audited, body: either })).toThrow('takes "visibility"');
    expect(() => boot({ ...audited, body: body("title") })).not.toThrow();
    expect(() => boot({ ...writes, effect: "read", body: body("visibility") })).not.toThrow();
  });

  test("refuses a write within places that is silent, and a read that speaks", () => {
    expect(() => boot({ ...audited, reach: "places" })).toThrow("who can read more");
    expect(() => boot({ ...audited, reach: "places", opens: null })).not.toThrow();
    expect(() => boot({ ...writes, effect: "read", opens: null })).toThrow("opens and publishes nothing");
  });
});
