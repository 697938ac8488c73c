// The page of one's own account: a name is saved by a form, the language is kept, and nobody leaves by mistake.
import { expect, test } from "bun:test";
import { follow, sendForm } from "../app/send_form.ts";
import { openHarness } from "../harness/harness.ts";

const h = await openHarness();
const PATH = "/app/settings/me/profile";

test("a name is saved by the form, escaped, and one that is blank comes back with the words beside it", async () => {
  const as = await h.person();
  const saved = await sendForm(h, "me.update", { as, texts: { name: 'Ann "A" <b>', "~back": PATH } });
  const { page } = await follow(h, as, saved);
  expect(page.body).toContain('value="Ann &quot;A&quot; &lt;b&gt;"');
  const blank = await sendForm(h, "me.update", { as, texts: { name: "  ", "~back": PATH } });
  expect([blank.status, blank.body.includes('aria-invalid="true"')]).toEqual([400, true]);
  expect((await h.call("GET /api/me", { as })).body.name).toBe('Ann "A" <b>');
});

test("a language that is chosen is the page's, whatever the browser asks for", async () => {
  const as = await h.person();
  const chosen = await h.call("POST /app/language", {
    as,
    with_cookie: true,
    body: new URLSearchParams({ language: "de", back: PATH }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const cookie = [as.cookie, chosen.headers.get("set-cookie")?.split(";")[0]].join("; ");
  const page = await h.call(`GET ${PATH}`, { headers: { cookie, "accept-language": "en" } });
  expect([page.body.includes("Dein Konto"), page.body.includes('<html lang="de"')]).toEqual([true, true]);
  const english = await h.call(`GET ${PATH}`, { as, with_cookie: true });
  expect(english.body).toContain("Your account");
});

test("an account ends by its form only where the address is typed, and what becomes of documents is said before", async () => {
  const as = await h.person();
  await h.call("POST /api/docs", { as, json: { markdown: "# Mine" } });
  const page = await h.call(`GET ${PATH}`, { as, with_cookie: true });
  expect(page.body).toContain("The document in your My documents goes to the trash");
  const wrong = await sendForm(h, "account.delete", { as, texts: { confirm: "not@mine.example", "~back": PATH } });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toContain('<details class="fold" open>');
  expect(wrong.body).toContain('value="not@mine.example"');
  expect((await h.call("GET /api/me", { as })).status).toBe(200);
  const left = await sendForm(h, "account.delete", { as, texts: { confirm: as.email, "~back": PATH } });
  expect([left.status, (await h.call("GET /api/me", { as })).status]).toEqual([303, 401]);
});

test("whoever owns what others are in is told to hand it over, and is offered no button", async () => {
  const as = await h.person({ role: "owner" });
  await h.person({ workspace_id: as.workspace_id, role: "member" });
  const { body } = await h.call(`GET ${PATH}`, { as, with_cookie: true });
  expect([body.includes("Hand it over"), body.includes("account.delete")]).toEqual([true, false]);
});

test("a time zone that is chosen is the one of times on pages, and one that is none is refused", async () => {
  const as = await h.person();
  const choose = (time_zone: string) =>
    h.call("POST /app/time-zone", {
      as,
      with_cookie: true,
      body: new URLSearchParams({ time_zone, back: PATH }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
  for (const wrong of ["Mars/Olympus", "x; Path=/", "+01:00"]) expect((await choose(wrong)).status).toBe(400);
  await h.call("POST /api/tokens", { as, with_cookie: true, json: { name: "zoned", ttl_days: 30 } });
  const chosen = await choose("Pacific/Kiritimati");
  const cookie = [as.cookie, chosen.headers.get("set-cookie")?.split(";")[0]].join("; ");
  const page = await h.call("GET /app/settings/me/tokens", { headers: { cookie } });
  const [, instant = "", said = ""] = /<time datetime="([^"]*)">([^<]*)</.exec(String(page.body)) ?? [];
  const options = { timeZone: "Pacific/Kiritimati", day: "numeric" } as const;
  expect(page.body).toContain('data-zone="Pacific/Kiritimati"');
  expect(said).toStartWith(new Intl.DateTimeFormat("en-GB", options).format(new Date(instant)));
  expect((await choose("")).headers.get("set-cookie")).toContain("Max-Age=0");
});
