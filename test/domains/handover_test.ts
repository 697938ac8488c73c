// People are sent to a domain as themselves only where a person has said so,
// and while its zone says that it is the workspace's and leads here.
import { beforeEach, expect, test } from "bun:test";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../kernel/plugin.ts";
import { until } from "../harness/until.ts";
import { createVisitor } from "../signin/visitor.ts";
import { openDomainsServer, TARGET } from "./domains_server.ts";

const NAME = "docs.wald.example";
const h = await openDomainsServer([NAME]);
const owner = await h.person({ role: "owner" });
const member = await h.person({ role: "member", workspace_id: owner.workspace_id });
const published = await h.call("POST /api/docs", {
  as: owner,
  json: { html: "<h1>Plan</h1>", visibility: "workspace", listing: "team" },
});
const at = `/d/${published.body.slug}/`;
const HERE = { is_at: NAME };
const SHARED = { is_at: new URL(h.content_url).host };

beforeEach(h.startOver);

/** A browser of the member's at the app host. */
function browse() {
  const browser = createVisitor(
    (request) => h.fetch(new Request(request.url.replace(/^https:/, "http:"), request)),
    h.base_url,
  );
  const [name = "", value = ""] = member.cookie.split("=");
  browser.cookies.set(new URL(h.base_url).host, new Map([[name, value]]));
  return browser;
}

/** Where a browser ends that goes to an address, and which hosts were told a code on the way. */
async function go(address: string, browser = browse()) {
  const told = new Set<string>();
  for (let url = new URL(address); ; ) {
    if (url.searchParams.has("handoff")) told.add(url.host);
    const response = await browser.open(url.href);
    const location = response.headers.get("location");
    if (location === null)
      return { status: response.status, is_at: url.host, text: await response.text(), told: [...told] };
    url = new URL(location, url);
  }
}

async function opensAt(expected: { is_at: string }) {
  const { status, is_at, text, told } = await go(`https://${NAME}${at}`);
  expect({ status, is_at, text, told }).toEqual({
    status: 200,
    is_at: expected.is_at,
    text: "<h1>Plan</h1>",
    told: [expected.is_at],
  });
}

test("a domain that a token set up serves what is open, and nobody is sent there signed in until somebody verifies it in a session", async () => {
  const domain = await h.activate(owner, NAME, { in_session: false });
  expect(domain).toMatchObject({ status: "active", signs_in: false });
  await opensAt(SHARED);
  const page = await go(`https://${NAME}/viewer/sign-in?to=${encodeURIComponent("/w/r/general/")}`);
  expect([page.status, page.is_at, page.told]).toEqual([403, new URL(h.base_url).host, []]);
  expect(page.text).toContain(`obody is signed in at ${NAME} yet`);
  expect((await h.verify(owner, domain)).signs_in).toBe(false);
  expect((await h.verify(owner, domain, { in_session: true })).signs_in).toBe(true);
  await opensAt(HERE);
  expect((await h.actions()).filter((action) => action === "domain.confirm")).toHaveLength(1);
});

test("a name that has gone elsewhere, has lost its proof or is not answered for is told no code, and again from when it is back", async () => {
  const { records } = await h.activate(owner, NAME);
  const [, proof] = records;
  const away: (() => void)[] = [
    () => h.dns.set(NAME, { CNAME: "elsewhere.example" }),
    () => h.dns.set(NAME, { A: ["192.0.2.7"] }),
    () => h.dns.set(proof.name, { TXT: ["of somebody else"] }),
    () => h.dns.fail("servfail"),
  ];
  const back = () => {
    h.dns.fail(null);
    h.dns.set(NAME, { CNAME: TARGET });
    h.dns.set(proof.name, { TXT: [proof.value] });
  };
  for (const leave of away) {
    await opensAt(HERE);
    leave();
    h.clock.advance(MINUTE_MS);
    await opensAt(SHARED);
    back();
    h.clock.advance(MINUTE_MS);
  }
  await opensAt(HERE);
});

test("what a browser keeps of a domain opens nothing while the name is known to lead elsewhere, nor after another proof", async () => {
  const domain = await h.activate(owner, NAME);
  const browser = browse();
  await go(`https://${NAME}${at}`, browser);
  const kept = new Map(browser.cookies.get(NAME));
  /** As who runs the name now, with what the browser sent there. */
  const isKnown = async () => {
    const other = createVisitor(
      (request) => h.fetch(new Request(request.url.replace(/^https:/, "http:"), request)),
      h.base_url,
    );
    other.cookies.set(NAME, new Map(kept));
    const location = (await other.open(`https://${NAME}${at}`)).headers.get("location");
    return !location?.startsWith(`${h.base_url}/viewer/authorize?`);
  };
  expect(await isKnown()).toBe(true);
  h.dns.set(NAME, { CNAME: "elsewhere.example" });
  h.clock.advance(HOUR_MS);
  await h.verify(owner, domain);
  await until(async () => !(await isKnown()));
  await h.sql`update custom_domains set failing_since = ${new Date(h.clock.now().getTime() - 31 * DAY_MS)}`;
  expect((await h.verify(owner, domain)).status).toBe("pending");
  h.setRecords(domain);
  await h.verify(owner, domain);
  await until(async () => (await h.verify(owner, domain)).status === "active");
  await until(() => h.runtime.contentHosts.named(NAME) !== null);
  expect(await isKnown()).toBe(false);
  // Whoever proves it anew says anew that people are sent there.
  expect((await h.read(owner, NAME)).signs_in).toBe(false);
});
