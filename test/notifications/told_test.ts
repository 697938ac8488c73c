// Who is told of a comment, and that a title is shown to those alone who may still read it.
import { afterEach, describe, expect, test } from "bun:test";
import { commented, comment as write } from "../comments/commented.ts";
import { publish } from "../documents/published.ts";
import { openHarness, type Person } from "../harness/harness.ts";
import { scenario } from "../harness/scenario.ts";
import { listening } from "./listening.ts";

const h = await openHarness();
const START = h.clock.now().getTime();

afterEach(() => h.clock.set(new Date(START)));

const { hear, look, told } = listening(h);

async function kinds(as: Person): Promise<string[]> {
  return (await told(as)).map((one) => one.kind);
}

/** Takes away what a document was shared with a person by. */
async function revoke(from: Person, as: Person): Promise<void> {
  const [grant] = await h.runtime.database.sql<{ grant_id: number }[]>`
    select grant_id from grants where subject_type = 'user' and subject_id = ${from.user_id}`;
  expect((await h.call(`DELETE /api/access/${grant?.grant_id}`, { as })).status).toBe(200);
}

describe("a comment is told", () => {
  test("to the document's owner, with title, text, actor and target, and not to its author", async () => {
    const { as, doc, commenter, viewer, comment } = await commented(h, { body: "Is this right?" });
    await hear();
    await scenario(h, {
      act: () => ({ as, call: "GET /api/notifications" }),
      expect: {
        status: 200,
        body: {
          unread: 1,
          notifications: [
            {
              kind: "comment.created",
              title: 'New comment on "Plan"',
              body: "Is this right?",
              actor: commenter.email,
              target: { type: "comment", id: String(comment.id), url: doc.url },
              doc_id: doc.doc_id,
              created_at: h.clock.now().toISOString(),
              read_at: null,
            },
          ],
        },
      },
    });
    for (const other of [commenter, viewer]) expect(await told(other)).toEqual([]);
  });

  test("to those who wrote in the thread when somebody replies, and to nobody of another thread", async () => {
    const { as, at, commenter, comment } = await commented(h);
    await write(h, at, { as, json: { body: "Yes", parent_id: comment.id } });
    expect(await told(commenter)).toMatchObject([{ kind: "comment.created", title: 'New reply on "Plan"' }]);
    await write(h, at, { as, json: { body: "Something else" } });
    expect(await told(commenter)).toHaveLength(1);
  });

  test("as a mention to a member who may open the document, and as nothing else", async () => {
    const { at, as, viewer, colleague, commenter } = await commented(h);
    await hear();
    const stranger = await h.person();
    const body = `@${viewer.email}, @${colleague.email}, @${stranger.email}, @${commenter.email}, @${as.email}: look`;
    const made = await write(h, at, { as: commenter, json: { body } });
    expect(made.mentions.map((one: { email: string }) => one.email).sort()).toEqual(
      [viewer.email, commenter.email, as.email].sort(),
    );
    expect(await told(viewer)).toMatchObject([
      { kind: "comment.mentioned", title: 'You were mentioned in a comment on "Plan"' },
    ]);
    for (const other of [colleague, stranger, commenter]) expect(await told(other)).toEqual([]);
    // The owner is named in the second comment, which is one notification and no two.
    expect(await kinds(as)).toEqual(["comment.mentioned", "comment.created"]);
  });

  test("to who is named only by an edit, with the new text for those who know of it", async () => {
    const { as, viewer, commenter, comment } = await commented(h);
    await hear();
    const json = { body: `Really? @${viewer.email}` };
    for (let times = 0; times < 2; times++) {
      await h.call(`PATCH /api/comments/${comment.id}`, { as: commenter, json });
      expect(await told(viewer)).toMatchObject([{ kind: "comment.mentioned", body: json.body }]);
    }
    expect(await told(as)).toMatchObject([{ kind: "comment.created", body: json.body }]);
  });

  test("as resolved to the thread's people and the owner, each time, and not to who did it", async () => {
    const { as, commenter, comment } = await commented(h);
    for (const resolved of [true, false, true])
      await h.call(`PATCH /api/comments/${comment.id}`, { as, json: { resolved } });
    expect(await told(commenter)).toMatchObject([
      { kind: "comment.resolved", title: 'A comment on "Plan" was resolved' },
      { kind: "comment.resolved" },
    ]);
    expect(await kinds(as)).toEqual(["comment.created"]);
  });

  test("once, however often the event is delivered", async () => {
    const { as, comment } = await commented(h);
    await hear();
    await h.runtime.database.sql`
      insert into audit_outbox
      select event_id from audit_events where action = 'comment.create' and target_id = ${String(comment.id)}`;
    expect(await told(as)).toHaveLength(1);
  });

  test("until it is deleted, with its whole thread, also when that is heard of first", async () => {
    const { as, at, commenter, comment } = await commented(h);
    await write(h, at, { as, json: { body: "Yes", parent_id: comment.id } });
    const other = await write(h, at, { as: commenter, json: { body: "Another" } });
    await hear();
    await h.call(`DELETE /api/comments/${comment.id}`, { as: commenter });
    expect(await told(commenter)).toEqual([]);
    expect(await told(as)).toMatchObject([{ body: "Another" }]);
    await h.call(`DELETE /api/comments/${other.id}`, { as });
    await h.runtime.database.sql`
      insert into audit_outbox select event_id from audit_events where action = 'comment.create'`;
    expect(await told(as)).toEqual([]);
  });

  test("in at most 280 characters", async () => {
    const { as } = await commented(h, { body: "ü".repeat(8000) });
    expect((await told(as))[0]?.body).toBe(`${"ü".repeat(279)}…`);
  });

  test("to nobody who was switched off or lost the document before it was heard", async () => {
    const { as, at, commenter, viewer, comment } = await commented(h);
    await write(h, at, { as, json: { body: `@${viewer.email}`, parent_id: comment.id } });
    await revoke(viewer, as);
    await h.runtime.database.sql`update users set disabled_at = ${h.clock.now()} where user_id = ${commenter.user_id}`;
    await hear();
    await h.runtime.database.sql`update users set disabled_at = null where user_id = ${commenter.user_id}`;
    expect(await told(commenter)).toEqual([]);
    expect(await told(viewer)).toEqual([]);
  });
});

describe("a title is read anew", () => {
  test("after a rename, and a text that replacing gives a meaning to stays itself", async () => {
    const { as, at } = await commented(h);
    await hear();
    await h.call(`PATCH ${at}`, { as, json: { title: "$& $1 {document}" } });
    expect((await told(as))[0]?.title).toBe('New comment on "$& $1 {document}"');
  });

  test("and is not shown, nor the text, to a reader who lost the document, until it is back", async () => {
    const { as, at, doc, viewer, commenter } = await commented(h);
    await write(h, at, { as: commenter, json: { body: `@${viewer.email}` } });
    await hear();
    await revoke(viewer, as);
    expect(await told(viewer)).toMatchObject([
      {
        kind: "comment.mentioned",
        title: null,
        body: null,
        doc_id: null,
        target: { type: "comment", id: null, url: null },
      },
    ]);
    await h.call(`DELETE ${at}`, { as });
    expect(await told(as)).toMatchObject([
      { title: null, body: null, doc_id: null },
      { title: null, doc_id: null },
    ]);
    await h.call(`POST ${at}/undelete`, { as, json: {} });
    expect((await told(as))[0]).toMatchObject({ title: 'New comment on "Plan"', doc_id: doc.doc_id });
    await h.call(`DELETE ${at}?purge=true`, { as });
    expect(await told(as)).toEqual([]);
  });

  test("and who was granted access and lost it again does not learn from what they were told which document it was", async () => {
    const as = await h.person();
    const asker = await h.person({ workspace_id: as.workspace_id, role: "member" });
    const { doc, at } = await publish(h, { html: "<h1>Plan</h1>" }, { as });
    await h.call("POST /api/access-requests", { as: asker, json: { slug: doc.slug } });
    const { requests } = (await h.call(`GET ${at}/access-requests`, { as })).body;
    const approved = { decision: "approve" };
    await h.call(`POST /api/access-requests/${requests[0].id}/decision`, { as, json: approved });
    const told_ = { kind: "access.granted", doc_id: doc.doc_id, target: { type: "doc", id: doc.doc_id, url: doc.url } };
    expect(await told(asker)).toMatchObject([told_]);
    await revoke(asker, as);
    const { body } = await look(asker);
    expect(body.notifications).toMatchObject([{ kind: "access.granted" }]);
    const text = JSON.stringify(body.notifications);
    for (const word of [doc.doc_id, doc.slug, "Plan"]) expect(text).not.toContain(word);
  });
});
