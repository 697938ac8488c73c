// Stars on folders of shared roots, which go where the folder goes.
import { afterEach, describe, expect, test } from "bun:test";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { starring } from "./starring.ts";

const h = await openHarness();
const START = h.clock.now().getTime();

afterEach(() => h.clock.set(new Date(START)));

const { addStar, readStars, countStars, makeFolder } = starring(h);

describe("a star in a shared root", () => {
  async function makeRoot(as: Person) {
    const answer = await h.call("POST /api/roots", { as, json: { name: "Design" } });
    expect(answer.status).toBe(201);
    return answer.body as { id: number; slug: string; name: string };
  }

  /** An owner, a member, and a root that the member views. */
  async function sharedRoot() {
    const as = await h.person();
    const member = await h.person({ workspace_id: as.workspace_id, role: "member" });
    const root = await makeRoot(as);
    const at = `/api/roots/${root.slug}/access`;
    const json = { subject_type: "user", subject: member.email, level: "view" };
    const grants = (await h.call(`POST ${at}`, { as, json })).body.grants;
    for (const folder of ["Plans", "Open"]) await makeFolder(as, folder, root.slug);
    return { as, member, root, revoke: () => h.call(`DELETE ${at}/${grants[0].id}`, { as }) };
  }

  test.each([["Plans"], [""]])("stands on %p and shows its root", async (folder) => {
    await scenario(h, {
      given: sharedRoot,
      act: ({ member, root }) => ({ as: member, call: "POST /api/stars", json: { folder, root: root.slug } }),
      expect: ({ root }) => ({
        status: 201,
        body: {
          doc_id: null,
          folder,
          doc: null,
          root: { id: root.id, slug: root.slug, name: root.name, kind: "shared" },
        },
        audit: [{ action: "star.create", meta: { folder, root_id: root.id } }],
      }),
    });
  });

  test("is another one than that of the same folder elsewhere, and again the same one", async () => {
    const { as, member, root } = await sharedRoot();
    const first = await addStar(member, { folder: "Plans", root: root.slug });
    const again = await addStar(member, { folder: "Plans", root: String(root.id) });
    expect(again.body).toEqual(first.body);
    for (const where of ["~", "general"]) await makeFolder(member, "Plans", where);
    const own = (await addStar(member, { folder: "Plans" })).body;
    expect(own).not.toHaveProperty("root");
    const general = (await addStar(member, { folder: "Plans", root: "general" })).body;
    expect(general.root).toMatchObject({ slug: "general", name: "General" });
    expect(await readStars(member)).toEqual([first.body, own, general]);
    expect(await readStars(as)).toEqual([]);
  });

  test("is refused with 404 where the caller may not open the place, as for one that is not there", async () => {
    const { as, member, root } = await sharedRoot();
    const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
    expect((await addStar(colleague, { folder: "Plans", root: root.slug })).status).toBe(404);
    await makeFolder(as, "Closed/Deep", root.slug);
    await closeFolder(as, root.id);
    for (const folder of ["Closed/Deep", "Closed", "Nowhere"]) {
      const { status, body } = await addStar(member, { folder, root: root.slug });
      expect([status, body.error]).toEqual([404, `folder "${folder}" is not found`]);
    }
    expect((await addStar(member, { folder: "Open", root: root.slug })).status).toBe(201);
  });

  /** A folder with an empty list of its own. */
  async function closeFolder(as: Person, rootId: number): Promise<void> {
    await publish(h, { html: "x", root: String(rootId), folder: "Closed" }, { as });
    await h.runtime.database.sql`
      update places set has_list = path = 'Closed',
        guard_ids = array[(select place_id from places where root_id = ${rootId} and path = 'Closed')]
      where root_id = ${rootId} and path in ('Closed', 'Closed/Deep')`;
  }

  test("is hidden while the caller may not open the place", async () => {
    const { as, member, root, revoke } = await sharedRoot();
    await makeFolder(as, "Closed/Deep", root.slug);
    for (const folder of ["", "Closed", "Closed/Deep", "Open"]) await addStar(member, { folder, root: root.slug });
    const folders = async () => (await readStars(member)).map((star: { folder: string }) => star.folder);
    expect(await folders()).toEqual(["", "Closed", "Closed/Deep", "Open"]);
    await closeFolder(as, root.id);
    expect(await folders()).toEqual(["", "Open"]);
    await revoke();
    expect(await folders()).toEqual([]);
    expect(await countStars(member)).toBe(4);
  });

  test("goes with the root", async () => {
    const { as, member, root } = await sharedRoot();
    await addStar(member, { folder: "Plans", root: root.slug });
    expect((await h.call(`DELETE /api/roots/${root.slug}?force=true`, { as })).status).toBe(200);
    expect(await countStars(member)).toBe(0);
  });

  test("stays behind when the person moves to another workspace, and the others go along", async () => {
    const { as, member, root } = await sharedRoot();
    const own = await publish(h, { html: "x" }, { as: member });
    await makeFolder(member, "Mine");
    await addStar(member, { folder: "Plans", root: root.slug });
    await addStar(member, { folder: "Mine" });
    await addStar(member, { doc_id: own.doc.doc_id });
    expect((await h.call(`DELETE /api/members/${member.user_id}`, { as })).status).toBe(200);
    expect(await readStars(member)).toMatchObject([{ folder: "Mine" }, { doc_id: own.doc.doc_id }]);
    expect(await countStars(member)).toBe(2);
  });
});
