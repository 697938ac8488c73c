// The pages of spaces: whose access changes, and what becomes of documents, is said before it happens.
import { expect, test } from "bun:test";
import { follow, sendForm } from "../app/send_form.ts";
import { openHarness, type Person } from "../harness/harness.ts";

const h = await openHarness();
const PATH = "/app/settings/spaces";

function page(path: string, as: Person) {
  return h.call(`GET ${path}` as "GET /app", { as, with_cookie: true, headers: { accept: "text/html" } });
}

async function scene() {
  const owner = await h.person({ role: "owner" });
  const ben = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  const cara = await h.person({ workspace_id: owner.workspace_id, role: "member" });
  await h.call("POST /api/roots", { as: owner, json: { name: "Handbook", slug: "handbook" } });
  const give = (json: object) => h.call("POST /api/roots/handbook/access", { as: owner, json });
  return { owner, ben, cara, give };
}

test("a space is made with an emoji, described, and an icon that is none comes back beside its field", async () => {
  const { owner, ben } = await scene();
  const texts = { name: "Plans <i>", description: "", icon: "📘", "~back": PATH, "~then": `${PATH}/{slug}` };
  const { page: made } = await follow(h, owner, await sendForm(h, "root.create", { as: owner, texts }));
  expect([made.status, made.body.includes("Plans &lt;i&gt;"), made.body.includes("📘")]).toEqual([200, true, true]);
  const wrong = await sendForm(h, "root.create", { as: owner, texts: { ...texts, icon: "nonsense" } });
  expect([wrong.status, wrong.body.includes('aria-invalid="true"'), wrong.body.includes('value="nonsense"')]).toEqual([
    400,
    true,
    true,
  ]);
  expect((await page(`${PATH}/handbook`, ben)).status).toBe(404);
  expect((await page(PATH, ben)).body).not.toContain("Handbook");
});

test("whose access a change would change stands above the button that does it", async () => {
  const { owner, ben, cara, give } = await scene();
  const asked = await page(`${PATH}/handbook?give=user&subject=${ben.email}&level=edit`, owner);
  for (const words of ["One person is let in.", ben.email, "may not open it → may edit"])
    expect(asked.body).toContain(words);
  expect((await h.call("GET /api/roots/handbook/access", { as: owner })).body.grants).toEqual([]);
  await give({ subject_type: "user", subject: ben.email, level: "view" });
  await give({ subject_type: "workspace", level: "view" });
  const { grants } = (await h.call("GET /api/roots/handbook/access", { as: owner })).body;
  const [first, second] = grants;
  const same = await page(`${PATH}/handbook?take=${first.id}`, owner);
  expect(same.body).toContain("access changes by it now");
  const lost = await page(`${PATH}/handbook?take=${second.id}`, owner);
  expect([lost.body.includes("One person is shut out."), lost.body.includes(cara.email)]).toEqual([true, true]);
  const stranger = await page(`${PATH}/handbook?give=user&subject=nobody@elsewhere.example`, owner);
  expect([stranger.status, stranger.body.includes("is not a member of this workspace")]).toEqual([200, true]);
});

test("the preview tells what the first entry of a folder shuts out, and what inheriting again would do", async () => {
  const { owner, ben, cara, give } = await scene();
  await give({ subject_type: "workspace", level: "edit" });
  const preview = (query: string) => h.call(`GET /api/roots/handbook/access/preview?${query}`, { as: owner });
  const narrowed = (await preview(`folder=Pay&subject_type=user&subject=${ben.email}&level=view`)).body;
  expect([narrowed.people_gaining, narrowed.people_losing, narrowed.people_changing]).toEqual([0, 1, 1]);
  expect(narrowed.people.map(({ email, was, becomes }: Record<string, unknown>) => [email, was, becomes])).toEqual([
    [ben.email, "edit", "view"],
    [cara.email, "edit", null],
  ]);
  await give({ subject_type: "user", subject: ben.email, level: "view", folder: "Pay" });
  const wider = (await preview("folder=Pay&inherit=true")).body;
  expect([wider.people_gaining, wider.people_losing, wider.people_changing]).toEqual([1, 0, 1]);
  expect((await preview("folder=Pay")).status).toBe(400);
  expect((await preview("inherit=true")).status).toBe(400);
  expect((await preview("grant_id=999999")).status).toBe(404);
  for (const wrong of ["../Pay", "a//b?", "No such folder"]) {
    const shown = await page(`${PATH}/handbook?folder=${encodeURIComponent(wrong)}`, owner);
    expect([wrong, shown.status, shown.body.includes("<h1")]).toEqual([wrong, 200, true]);
  }
  expect((await page(`${PATH}/handbook?folder=..%2FPay`, owner)).body).toContain('value="../Pay"');
  expect((await page(`${PATH}/handbook?folder=Pay`, owner)).body).toContain("The folder has a list of its own");
});

test("a space ends only with a target, and who could open its documents there is said before", async () => {
  const { owner, cara } = await scene();
  await h.call("POST /api/docs", { as: owner, json: { markdown: "# Pay", root: "handbook", folder: "Pay" } });
  const shown = await page(`${PATH}/handbook?target=general`, owner);
  for (const words of ["1 document and 1 folder move to “General”", cara.email, "The space does not come back."])
    expect(shown.body).toContain(words);
  const texts = { root: "handbook", force: "true", target: "general", "~then": PATH };
  expect((await sendForm(h, "root.delete", { as: owner, texts })).status).toBe(303);
  expect((await h.call("GET /api/roots/handbook", { as: owner })).status).toBe(404);
  expect((await page(`${PATH}/general`, owner)).body).not.toContain("do/root.delete");
});

test("the review lists who may open what, of one person too, and leads to the same as a file", async () => {
  const { owner, ben, give } = await scene();
  await give({ subject_type: "user", subject: ben.email, level: "comment" });
  const whole = await page(`${PATH}/handbook/review`, owner);
  for (const words of [ben.email, owner.email, "may comment", "/api/roots/handbook/access/review.csv"])
    expect(whole.body).toContain(words);
  const one = await page(`${PATH}/handbook/review?user=${ben.email}`, owner);
  expect([one.body.includes("may comment"), one.body.includes("manages it")]).toEqual([true, false]);
  const nobody = await page(`${PATH}/handbook/review?user=nobody@elsewhere.example`, owner);
  expect([nobody.status, nobody.body.includes('value="nobody@elsewhere.example"')]).toEqual([200, true]);
  expect((await page(`${PATH}/handbook/review`, ben)).status).toBe(403);
});
