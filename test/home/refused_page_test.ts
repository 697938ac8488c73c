// What a refused page leads to:
// sign-in and back for whoever is signed out, the page before for whoever sent something wrong.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();
const AS_BROWSER = { "content-type": "application/x-www-form-urlencoded", accept: "text/html" };

async function linksOf(route: string, sent: Parameters<typeof h.call>[1]): Promise<[number, string[]]> {
  const { status, body } = await h.call(route, sent);
  return [
    status,
    [...String(body).matchAll(/class="button" href="([^"]*)">([^<]*)/g)].map(([, to, on]) => `${on}: ${to}`),
  ];
}

test("a form that is sent after the session ended leads to sign-in, and from there to the form", async () => {
  const send = (headers: Record<string, string>) =>
    linksOf("POST /auth/billing/checkout", {
      body: "price=team_monthly",
      headers: { ...AS_BROWSER, origin: h.base_url, ...headers },
    });
  const next = (path: string): [number, string[]] => [401, [`Sign in: /auth/login?next=${encodeURIComponent(path)}`]];
  expect(await send({ referer: `${h.base_url}/app/settings/company/billing?a=1` })).toEqual(
    next("/app/settings/company/billing?a=1"),
  );
  expect(await send({})).toEqual(next("/app"));
  expect(await send({ referer: "https://elsewhere.example/x" })).toEqual(next("/app"));
  expect(await send({ referer: `${h.base_url}//elsewhere.example/x` })).toEqual(next("/app"));
});

test("a form that holds something wrong leads back to itself, a page that is not there to the app", async () => {
  const as = await h.person();
  const form = { ...AS_BROWSER, origin: h.base_url, referer: `${h.base_url}/app/settings/company/billing` };
  const wrong = { as, with_cookie: true, body: "price=nothing", headers: form };
  expect(await linksOf("POST /auth/billing/checkout", wrong)).toEqual([400, ["Back: /app/settings/company/billing"]]);
  const audit = {
    as,
    with_cookie: true,
    headers: { ...AS_BROWSER, referer: `${h.base_url}/app/settings/company/audit` },
  };
  expect(await linksOf("GET /app/settings/company/audit?from=nonsense", audit)).toEqual([
    400,
    ["Back: /app/settings/company/audit"],
  ]);
  const itself = {
    ...audit,
    headers: { ...AS_BROWSER, referer: `${h.base_url}/app/settings/company/audit?from=nonsense` },
  };
  expect(await linksOf("GET /app/settings/company/audit?from=nonsense", itself)).toEqual([
    400,
    ["To your documents: /app"],
  ]);
  expect(await linksOf("GET /auth/nothing", audit)).toEqual([404, ["To your documents: /app"]]);
});
