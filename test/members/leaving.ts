// A company that somebody leaves, with what they published: for the tests of what is handed over.
import { DAY_MS } from "../../kernel/plugin.ts";
import { publish } from "../documents/published.ts";
import type { Harness, ParsedBody } from "../harness/harness.ts";
import { withPerson } from "../sharing/team.ts";

export type Company = Awaited<ReturnType<ReturnType<typeof leaving>["company"]>>;

export function leaving(h: Harness) {
  /** A company with somebody who leaves, and somebody who is to have their documents. */
  async function company() {
    const owner = await h.person({ plan: "enterprise" });
    const { workspace_id } = owner;
    const join = (role: "owner" | "admin" | "member") => h.person({ role, workspace_id });
    return {
      owner,
      admin: await join("admin"),
      leaver: await join("member"),
      heir: await join("member"),
      other: await join("member"),
    };
  }

  async function must(answer: Promise<{ status: number; body: ParsedBody }>): Promise<ParsedBody> {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Lets owners hand over, and waits until that holds. */
  async function allow({ owner }: Company): Promise<void> {
    await must(h.call("PUT /api/policy", { as: owner, json: { hand_over: "owners" } }));
    h.clock.advance(7 * DAY_MS);
  }

  /** Documents of the leaver in folders, at the top, shared, held, named, and in the trash. */
  async function withDocuments() {
    const world = await company();
    const { leaver, other } = world;
    const put = (json: Record<string, unknown>) => publish(h, { html: "<h1>Plan</h1>", ...json }, { as: leaver });
    const deep = await put({ folder: "Plans/2026", title: "Deep" });
    await must(h.call(`PUT ${deep.at}/alias`, { as: leaver, json: { alias: "the-plan" } }));
    const top = await put({ title: "Top" });
    const gone = await put({ title: "Gone", folder: "Plans" });
    await must(h.call(`DELETE ${gone.at}`, { as: leaver }));
    await must(h.call("POST /api/folders/access?path=Plans", { as: leaver, json: withPerson(other, "comment") }));
    await must(h.call(`POST ${deep.at}/comments`, { as: other, json: { body: "Good" } }));
    await must(h.call("POST /api/stars", { as: other, json: { doc_id: deep.doc.doc_id } }));
    return { ...world, deep, top, gone };
  }

  return { company, must, allow, withDocuments };
}
