// A server with a company's directory beside it, and workspaces that follow a group of it.
import { afterAll, expect } from "bun:test";
import { type HarnessOptions, openHarness, type Person } from "../harness/harness.ts";
import { openCompany } from "./stand_in.ts";

export const MINUTE_MS = 60_000;

type Provider = "google" | "microsoft";

/** Opens both, and closes them after the file's tests. */
export async function openFollowed(options: Pick<HarnessOptions, "reach"> = {}) {
  const company = openCompany();
  const h = await openHarness({ ...options, env: company.env });
  afterAll(company.close);

  async function connect(as: Person, provider: Provider): Promise<void> {
    const { status, body } = await h.call(`POST /api/directory/${provider}/connect`, { as, with_cookie: true });
    expect(status).toBe(200);
    const back = await h.call(`GET /auth/directory/callback?${company.consent(body.url)}`, { as, with_cookie: true });
    expect(back.status).toBe(200);
  }

  const take = (as: Person, provider: Provider, group_id: string, mode = "sync") =>
    h.call(`POST /api/directory/${provider}/groups`, { as, json: { group_id, mode } });

  const read = async (as: Person, provider: Provider) => (await h.call(`GET /api/directory/${provider}`, { as })).body;

  /** Minutes pass, and what is due runs. */
  async function wait(minutes: number): Promise<void> {
    h.clock.advance(minutes * MINUTE_MS);
    await h.runtime.jobs.runDue();
  }

  let names = 0;

  /** A workspace with a document for a group of the directory, and two people of it. */
  async function workspace(provider: Provider) {
    const owner = await h.person({ role: "owner" });
    const ann = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const ben = await h.person({ role: "member", workspace_id: owner.workspace_id });
    const id = `g${++names}`;
    company.groups.set(id, {
      name: "Design",
      members: [
        { email: ann.email.toUpperCase() },
        { email: "someone.else@corp.test" },
        { email: ben.email, off: true },
        { email: "nested@corp.test", group: true },
      ],
    });
    await connect(owner, provider);
    const taken = await take(owner, provider, id);
    expect(taken.status).toBe(201);
    const doc = await h.call("POST /api/docs", { as: owner, json: { html: "<p>plan</p>", visibility: "restricted" } });
    const grant = { subject_type: "group", subject: taken.body.slug, level: "view" };
    expect((await h.call(`POST /api/docs/${doc.body.doc_id}/access`, { as: owner, json: grant })).status).toBe(201);
    const opens = async (as: Person) => (await h.call(`GET /api/docs/${doc.body.doc_id}/versions`, { as })).status;
    return { owner, ann, ben, id, taken: taken.body, opens, group: company.groups.get(id)! };
  }

  return { company, h, connect, take, read, wait, workspace };
}
