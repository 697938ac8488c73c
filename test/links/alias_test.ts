// Names of documents: one live holder each, taken by force alone, and followed from the content host.
import { describe, expect, test } from "bun:test";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { letIn, must, openSpace, put } from "../roots/space.ts";

const h = await openHarness();

function name(as: Person, doc_id: string, alias: string, more: Record<string, unknown> = {}) {
  return h.call(`PUT /api/docs/${doc_id}/alias`, { as, json: { alias, ...more } });
}

const aliasOf = async (as: Person, doc_id: string) =>
  (await must(h.call(`GET /api/docs/${doc_id}`, { as }))).body.alias;

describe("an alias", () => {
  test("is given with an audit row, shown with the document, and given again without one", async () => {
    await scenario(h, {
      given: async () => {
        const as = await h.person();
        return { as, doc: await put(h, as, {}) };
      },
      act: ({ as, doc }) => ({ as, call: `PUT /api/docs/${doc.doc_id}/alias`, json: { alias: "road-map" } }),
      expect: ({ doc }) => ({
        status: 200,
        body: { doc_id: doc.doc_id, alias: "road-map", url: doc.url, link_url: "/x/road-map" },
        audit: [{ action: "doc.alias", target_id: doc.doc_id, meta: { alias: "road-map", previous: null } }],
      }),
    });
    const as = await h.person();
    const doc = await put(h, as, {});
    await must(name(as, doc.doc_id, "plan"));
    const rows = (await h.audit()).length;
    await must(name(as, doc.doc_id, "plan"));
    expect(await h.audit()).toHaveLength(rows);
    expect(await aliasOf(as, doc.doc_id)).toBe("plan");
  });

  test.each(["Plan", "a b", "a--b", "-a", "", "x".repeat(65), "ä"])("%p is refused", async (alias) => {
    const as = await h.person();
    const doc = await put(h, as, {});
    expect((await name(as, doc.doc_id, alias)).status).toBe(400);
  });

  test("has one live holder, who is named, and goes over by force", async () => {
    const as = await h.person();
    const [one, two] = [await put(h, as, { title: "First" }), await put(h, as, {})];
    await must(name(as, one.doc_id, "plan"));
    const refused = await name(as, two.doc_id, "plan");
    expect(refused.status).toBe(409);
    expect(refused.body.error).toContain(`held by "First" (${one.doc_id})`);
    await must(name(as, two.doc_id, "plan", { force: true }));
    expect([await aliasOf(as, one.doc_id), await aliasOf(as, two.doc_id)]).toEqual([null, "plan"]);
    expect((await h.audit()).at(-1)).toMatchObject({ meta: { taken_from: one.doc_id } });
    const other = await h.person();
    await must(name(other, (await put(h, other, {})).doc_id, "plan"));
  });

  test("that is held where the caller may not look says nothing of the holder, and is not theirs by force", async () => {
    const { owner, member } = await openSpace(h);
    const [secret, mine] = [await put(h, owner, { title: "Secret" }), await put(h, member, {})];
    await must(name(owner, secret.doc_id, "plan"));
    const refused = await name(member, mine.doc_id, "plan");
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error: 'alias "plan" is held by another document; choose another',
        code: "alias_taken",
        alias: "plan",
        request_id: refused.body.request_id,
      },
    ]);
    const forced = await name(member, mine.doc_id, "plan", { force: true });
    expect([forced.status, forced.body]).toEqual([
      403,
      {
        error:
          'alias "plan" is held by another document, and only who may set that one\'s alias takes it from there; choose another',
        code: "forbidden",
        request_id: forced.body.request_id,
      },
    ]);
    expect([await aliasOf(owner, secret.doc_id), await aliasOf(member, mine.doc_id)]).toEqual(["plan", null]);
  });

  test("that a document has which the caller may only read goes over by whoever may set it there", async () => {
    const space = await openSpace(h);
    const { owner, member, creator } = space;
    const own = await put(h, owner, { title: "Open", visibility: "workspace" });
    const inRoot = await put(h, owner, { title: "Rooted", root: "plans", folder: "" });
    await letIn(h, space, { level: "comment", person: member });
    await must(name(owner, own.doc_id, "open"));
    await must(name(owner, inRoot.doc_id, "rooted"));
    const mine = await put(h, member, {});
    const told = async (alias: string, force: boolean) => {
      const { status, body } = await name(member, mine.doc_id, alias, { force });
      return [status, body.error];
    };
    const [open, rooted] = [`"Open" (${own.doc_id})`, `"Rooted" (${inRoot.doc_id})`];
    expect(await told("open", false)).toEqual([409, `alias "open" is held by ${open}; choose another`]);
    expect(await told("open", true)).toEqual([
      403,
      `alias "open" is held by ${open}, and only its owner may take it from there; you hold view`,
    ]);
    expect(await told("rooted", true)).toEqual([
      403,
      `alias "rooted" is held by ${rooted}, and only who may edit its folder in "Plans" may take it from there; you hold comment`,
    ]);
    await must(name(creator, (await put(h, creator, {})).doc_id, "rooted", { force: true }));
  });

  test("wanted by many at the same moment is given to one", async () => {
    const as = await h.person();
    const docs = await Promise.all(Array.from({ length: 6 }, () => put(h, as, {})));
    const answers = await Promise.all(docs.map((doc) => name(as, doc.doc_id, "race")));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test("comes back with its document, or is lost to who took it meanwhile", async () => {
    const as = await h.person();
    const [one, two] = [await put(h, as, {}), await put(h, as, {})];
    await must(name(as, one.doc_id, "plan"));
    const cycle = async () => {
      await must(h.call(`DELETE /api/docs/${one.doc_id}`, { as }));
      return () => must(h.call(`POST /api/docs/${one.doc_id}/undelete`, { as, json: {} }));
    };
    const back = await (await cycle())();
    expect(back.body.alias).toBe("plan");
    expect(back.body.alias_lost).toBeUndefined();
    const undelete = await cycle();
    await must(name(as, two.doc_id, "plan"));
    expect((await undelete()).body).toMatchObject({ alias: null, alias_lost: "plan" });
  });

  test("of an expired document is free", async () => {
    const as = await h.person();
    const [one, two] = [await put(h, as, { retention_days: 1 }), await put(h, as, {})];
    await must(name(as, one.doc_id, "old"));
    h.clock.advance(2 * 86_400_000);
    await must(name(as, two.doc_id, "old"));
  });

  test("is the owner's to give, and in a root everybody's who may edit there", async () => {
    const space = await openSpace(h);
    const { owner, member } = space;
    const own = await put(h, owner, {});
    expect((await name(member, own.doc_id, "x")).status).toBe(404);
    await must(
      h.call(`POST /api/docs/${own.doc_id}/access`, {
        as: owner,
        json: { subject_type: "user", subject: member.email, level: "edit" },
      }),
    );
    expect((await name(member, own.doc_id, "x")).status).toBe(403);
    const common = await put(h, owner, { root: "general", folder: "" });
    await must(name(member, common.doc_id, "x"));
  });
});

describe("/x/", () => {
  test("leads to the document, its files, and nowhere once the name is gone", async () => {
    const as = await h.person();
    const doc = await put(h, as, { visibility: "unlisted" });
    await must(name(as, doc.doc_id, "lead"));
    const follow = async (path: string) => {
      const { status, headers } = await h.open(path);
      return [status, headers.get("location"), headers.get("cache-control")];
    };
    const cached = "private, no-store";
    expect(await follow("/x/lead")).toEqual([302, `/d/${doc.slug}/`, cached]);
    expect(await follow("/x/lead/a%20b.md?x=1")).toEqual([302, `/d/${doc.slug}/a%20b.md?x=1`, cached]);
    expect(await follow(`/x/@${as.workspace}/lead/in`)).toEqual([302, `/d/${doc.slug}/in`, cached]);
    expect(await follow(`/x/doc:${doc.doc_id}`)).toEqual([302, `/d/${doc.slug}/`, cached]);
    for (const nowhere of ["/x/nobody", "/x/@other/lead", "/x/lead/../../x", "/x/%00", "/x/#tag"]) {
      expect((await h.open(nowhere)).status).toBe(404);
    }
    await must(h.call(`DELETE /api/docs/${doc.doc_id}/alias`, { as }));
    expect((await h.open("/x/lead")).status).toBe(404);
  });

  test("a bare name that two workspaces have leads nowhere, and with its workspace somewhere", async () => {
    const [one, two] = [await h.person(), await h.person()];
    const doc = await put(h, one, {});
    await must(name(one, doc.doc_id, "twice"));
    await must(name(two, (await put(h, two, {})).doc_id, "twice"));
    expect((await h.open("/x/twice")).status).toBe(404);
    expect((await h.open(`/x/@${one.workspace}/twice`)).headers.get("location")).toBe(`/d/${doc.slug}/`);
  });
});

test("resolve answers for what the caller may open alone", async () => {
  const as = await h.person();
  const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
  const doc = await put(h, as, { title: "Plan" });
  await must(name(as, doc.doc_id, "plan"));
  const ask = async (who: Person, ref: string) =>
    (await must(h.call(`GET /api/resolve?ref=${encodeURIComponent(ref)}`, { as: who }))).body;
  const { doc_id, url } = doc;
  const found = { found: true, doc_id, url, title: "Plan", alias: "plan", visibility: "restricted" };
  for (const ref of ["plan", `doc:${doc_id}`, doc_id, `@${as.workspace}/plan`]) {
    expect(await ask(as, ref)).toEqual({ ref, ...found });
    expect(await ask(colleague, ref)).toEqual({ ref, found: false });
  }
  for (const ref of ["nobody", "@other/plan", "#tag", "[["]) expect(await ask(as, ref)).toEqual({ ref, found: false });
});

test("resolve takes the address that a document is opened at, and answers for what the caller may open alone", async () => {
  const as = await h.person();
  const colleague = await h.person({ workspace_id: as.workspace_id, role: "member" });
  const doc = await put(h, as, { title: "Plan", visibility: "unlisted" });
  await must(name(as, doc.doc_id, "address"));
  const ask = async (who: Person, ref: string) =>
    (await must(h.call(`GET /api/resolve?ref=${encodeURIComponent(ref)}`, { as: who }))).body;
  const { doc_id, url } = doc;
  const { origin } = new URL(url);
  for (const ref of [
    url,
    url.slice(0, -1),
    `${url}style.css?x#y`,
    `${origin}/x/address`,
    `${origin}/x/doc:${doc_id}/a.css`,
  ]) {
    expect([ref, await ask(as, ref)]).toMatchObject([ref, { ref, found: true, doc_id, url }]);
    for (const other of [colleague, await h.person()]) expect(await ask(other, ref)).toEqual({ ref, found: false });
  }
  const path = new URL(url).pathname;
  for (const ref of [
    `https://elsewhere.example${path}`,
    `${origin}/w/plan`,
    `${origin}/d/`,
    `${origin}/x/%ff`,
    "https://",
  ])
    expect(await ask(as, ref)).toEqual({ ref, found: false });
});

test("an alias outside the grammar is refused with one sentence that says the grammar", async () => {
  const as = await h.person();
  const doc = await put(h, as, {});
  const answer = await h.call(`PUT /api/docs/${doc.doc_id}/alias`, { as, json: { alias: "Hello" } });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toBe('alias "Hello" is not valid; lower case letters, digits and single hyphens');
});
