// A toy above documents: polls are documents of a type of their own, whose page shows rows beside the source.
import {
  handle,
  type JobDefinition,
  operationFor,
  type Plugin,
  type Runtime,
  refuse,
  type Sql,
  t,
} from "../../../kernel/plugin.ts";
import {
  asPlaced,
  type Content,
  checkPlaced,
  createDocument,
  Document,
  keepFile,
  keepPage,
  makeReady,
  placement,
  publishTarget,
} from "../../../plugins/documents/port/create.ts";
import {
  type ContentWrite,
  contentWriteHook,
  documentPageHook,
  documentsCopiedHook,
  type MadePage,
  type PageMaker,
  type PageRequest,
} from "../../../plugins/documents/port/hooks.ts";
import { documentOfType, readSource, showDocument } from "../../../plugins/documents/port/read.ts";
import {
  lockWith,
  type Revision,
  renewLater,
  replacePage,
  reviseAsService,
} from "../../../plugins/documents/port/write.ts";
import { element, renderShell } from "../../../plugins/rendering/port.ts";

const operation = operationFor<never, never>();
const SOURCE = "poll.json";
const RESULT = "result.json";

/** What the toy was asked before content was written. */
export const asked: Pick<ContentWrite, "doc_type" | "paths" | "by_service">[] = [];
/** Set by tests: what the toy's own renderer is at, and what happens once it has read the votes. */
export const renderer: { version: number; afterReading: (() => Promise<unknown>) | null } = {
  version: 1,
  afterReading: null,
};

async function countVotes(sql: Sql, documentId: number): Promise<Record<string, number>> {
  const rows = await sql<{ choice: string; votes: number }[]>`
    select choice, count(*)::integer as votes from toy_votes where document_id = ${documentId} group by choice order by choice`;
  return Object.fromEntries(rows.map(({ choice, votes }) => [choice, votes]));
}

function pageOf(options: { title: string; question: string; votes: Record<string, number> }): Uint8Array {
  const { title, question, votes } = options;
  const rows = Object.entries(votes).map(([choice, count]) => element("li", {}, `${choice}: ${count}`));
  const content = [element("h1", {}, title), element("p", {}, question), element("ul", {}, ...rows)];
  return renderShell({ title, content });
}

function questionIn(source: string): string {
  const poll: unknown = JSON.parse(source);
  if (typeof poll === "object" && poll && "question" in poll) return String(poll.question);
  throw refuse.invalid(`${SOURCE} has no question; a poll is {"question": "..."}`);
}

async function renderPoll({ sql, document, source }: PageRequest): Promise<MadePage> {
  const question = questionIn(new TextDecoder().decode(await source.read()));
  const votes = await countVotes(sql, document.document_id);
  await renderer.afterReading?.();
  const title = document.title_set ? document.title : question;
  return { html: pageOf({ title, question, votes }), title: question };
}

export const pollMaker: PageMaker = {
  doc_type: "form",
  get renderer() {
    return renderer.version;
  },
  render: renderPoll,
};

const makePoll = operation({
  id: "poll.create",
  route: "POST /api/toy/polls",
  summary: "Make a poll",
  body: t.Object({ question: t.String(), votes: t.Optional(t.Array(t.String())), ...placement }),
  output: Document,
  status: 201,
  rules: ({ body }) => checkPlaced(body),
  permit: ({ body }) => publishTarget(body),
  connection_limit: "places",
  publishes: ({ body }, target) => asPlaced(body, target),
  audit: "doc.publish",
  prepare: (call, { body }) => makeReady(pollContent(call, body.question), body.password),
  run: async (call, { body }, ready) => {
    const poll = await createDocument(call, { ...ready, target: call.subject }, body);
    for (const choice of body.votes ?? []) await insertVote(call.sql, poll, choice);
    return showDocument(poll, call);
  },
});

async function pollContent(call: Parameters<typeof keepFile>[0], question: string): Promise<Content> {
  const files = await Promise.all([
    keepFile(call, { path: SOURCE, bytes: JSON.stringify({ question }) }),
    keepPage(call, pageOf({ title: question, question, votes: {} })),
  ]);
  return { kind: "database", doc_type: "form", title: question, title_set: false, source_path: SOURCE, files };
}

async function insertVote(sql: Sql, poll: { document_id: number; workspace_id: number }, choice: string) {
  await sql`
    insert into toy_votes (workspace_id, document_id, choice) values (${poll.workspace_id}, ${poll.document_id}, ${choice})`;
}

const readPoll = operation({
  id: "poll.read",
  route: "GET /api/toy/polls/{doc_id}",
  summary: "Read a poll's question",
  output: t.Object({ question: t.String() }),
  permit: documentOfType("form", "view"),
  connection_limit: "places",
  run: async (call) => ({ question: questionIn(await readSource(call, call.subject)) }),
});

const vote = operation({
  id: "poll.vote",
  route: "POST /api/toy/polls/{doc_id}/votes",
  summary: "Vote",
  body: t.Object({ choice: t.String() }),
  output: t.Object({ voted: t.Boolean() }),
  permit: documentOfType("form", "view"),
  connection_limit: "places",
  opens: null,
  audit: "poll.vote",
  run: async (call, { body }) => {
    const poll = await lockWith(call, call.subject, "view");
    await insertVote(call.sql, poll, body.choice);
    await renewLater(call, poll);
    call.note("poll.vote", { target_type: "doc", target_id: poll.doc_id });
    return { voted: true };
  },
});

const clear = operation({
  id: "poll.clear",
  route: "DELETE /api/toy/polls/{doc_id}/votes",
  summary: "Take all votes away, and show so with the answer",
  output: Document,
  permit: documentOfType("form", "edit"),
  connection_limit: "places",
  opens: null,
  audit: "poll.clear",
  prepare: async (call) => {
    const { title } = call.subject;
    return keepPage(call, pageOf({ title, question: "no votes", votes: {} }));
  },
  run: async (call, _input, page) => {
    const poll = await lockWith(call, call.subject, "edit");
    await call.sql`delete from toy_votes where document_id = ${poll.document_id}`;
    const files = await replacePage(call, poll, page);
    call.note("poll.clear", { target_type: "doc", target_id: poll.doc_id });
    return showDocument({ ...poll, files }, call);
  },
});

/** Writes the result beside the source as the service, while somebody edits the question too. */
function tallyJob(runtime: Runtime): JobDefinition {
  return {
    kind: "polls.tally",
    attempts_max: 3,
    backoff_ms: () => 60_000,
    run: async ({ payload }, { signal }) => {
      await reviseAsService(runtime, {
        document_id: Number(payload["document_id"]),
        id: "polls.tally",
        signal,
        past_leases: payload["past_leases"] === true,
        make: async (call, poll): Promise<Revision> => {
          const bytes = JSON.stringify(await countVotes(call.sql, poll.document_id));
          return { put: [await keepFile(call, { path: RESULT, bytes })], message: "counted" };
        },
      });
    },
  };
}

/** Nobody but the service writes the result. */
function refuseResult({ doc_type, paths, by_service }: ContentWrite): void {
  asked.push({ doc_type, paths, by_service });
  if (doc_type === "form" && !by_service && paths.includes(RESULT))
    throw refuse.invalid(`"${RESULT}" is counted from the votes`);
}

export const polls: Plugin = {
  name: "polls",
  operations: [makePoll, readPoll, vote, clear],
  handles: () => [
    handle(documentPageHook, () => pollMaker),
    handle(contentWriteHook, refuseResult),
    handle(documentsCopiedHook, async ({ sql, doc_type, from_document_id, to_document_id, workspace_id, version }) => {
      if (doc_type !== "form" || version < 1) return;
      await sql`
        insert into toy_votes (workspace_id, document_id, choice)
        select ${workspace_id}, ${to_document_id}, choice from toy_votes where document_id = ${from_document_id} and choice <> 'secret'`;
    }),
  ],
  jobs: (runtime) => [tallyJob(runtime)],
  migrations: new URL("./migrations/", import.meta.url),
};
