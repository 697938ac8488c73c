// An administrator's consent: begun by the API, ended by the provider's redirect (rules: directories/connecting).
import { answerPage, html, refuse, t } from "../../../kernel/plugin.ts";
import { CONFIRMATIONS_PATH, isByHand, workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { signedInPage } from "../../pages.ts";
import { dropWaitingPart, letPartWait } from "../confirming.ts";
import { directoriesPort, readState } from "../consent.ts";
import { TOKEN_PURPOSE } from "../refreshing.ts";
import { keepConsent, lockConnection } from "../store/connections.ts";
import { provider } from "./directory.ts";

export const connectDirectory = operation({
  id: "directory.connect",
  route: "POST /api/directory/{provider}/connect",
  decides: "sign-in",
  summary: "Begin to connect a directory",
  description:
    "Answers where an administrator of the directory consents, within 10 minutes and signed in here as you. Begun by anything else than a session, the connection waits after the consent until an owner confirms it in one, at `/auth/confirmations`.",
  params: t.Object(provider),
  output: t.Object({ url: t.String() }, { $id: "DirectoryConsent" }),
  permit: workspaceManager(),
  gate: "directory",
  opens: null,
  audit: "directory.connect",
  refuses: [503],
  prepare: async ({ runtime, sql, actor }, { params }) => {
    const directory = runtime.use(directoriesPort).get(params.provider);
    if (!directory) {
      const names = `DIRECTORY_${params.provider.toUpperCase()}_CLIENT_ID and _SECRET`;
      throw refuse.unavailable(`this server is not set up for ${params.provider}; whoever runs it sets ${names}`);
    }
    const by_hand = await isByHand({ sql, actor });
    return directory.start({ ...params, workspace_id: actor.workspace.id, user_id: actor.user_id, by_hand });
  },
  run: async ({ actor, note }, { params }, url) => {
    const meta = { ...params, stage: "begun" };
    note("directory.connect", { target_type: "workspace", target_id: actor.workspace.id, meta });
    return { url };
  },
});

const manager = workspaceManager();

export const finishConsent = operation({
  id: "directory.consented",
  route: "GET /auth/directory/callback",
  decides: "sign-in",
  summary: "Where a directory's provider sends an administrator back to",
  effect: "write",
  query: t.Object({
    state: t.String({ maxLength: 4000, description: "As it was sent to the provider." }),
    code: t.Optional(t.String({ maxLength: 4000, description: "Of the consent." })),
    error: t.Optional(t.String({ maxLength: 200, description: "Why there is none." })),
  }),
  ...signedInPage,
  permit: manager,
  opens: () => "restricted",
  audit: "directory.connect",
  prepare: async ({ runtime, request, now, subject: actor }, { query }) => {
    const state = readState(runtime, query.state, now);
    if (!state || state.user_id !== actor.user_id || state.workspace_id !== actor.workspace.id) {
      throw refuse.forbidden("this consent was not begun by you, or more than 10 minutes ago; begin again");
    }
    const directory = runtime.use(directoriesPort).get(state.provider);
    if (!directory) throw refuse.forbidden("this server is not set up for the directory any more");
    if (query.code === undefined)
      throw refuse.forbidden(`${directory.provider_api.label} did not consent; nothing is connected`);
    const token = await directory.finish(request.url, state.verifier);
    const { provider, by_hand } = state;
    return {
      provider,
      by_hand,
      label: directory.provider_api.label,
      token: runtime.encrypter.seal(TOKEN_PURPOSE, token),
    };
  },
  run: async (call, _input, consented) => {
    const { sql, actor, now, runtime } = call;
    const workspace_id = actor.workspace.id;
    const about = { workspace_id, provider: consented.provider, what: "connection" as const };
    if (!consented.by_hand) {
      await letPartWait(call, { ...about, sealed: consented.token });
      const meta = { provider: consented.provider, stage: "waiting" };
      call.note("directory.connect", { target_type: "workspace", target_id: workspace_id, meta });
      return answerPage({
        title: "Waits for an owner",
        body: html`
    <h1>${consented.label} waits for an owner</h1>
    <p>The connection was begun by a token. It holds once an owner who is signed in confirms it.</p>
    <p class="actions"><a class="button" href="${CONFIRMATIONS_PATH}">Look at what waits</a></p>`,
      });
    }
    await dropWaitingPart(sql, about);
    const { connection_id } = await lockConnection(sql, { workspace_id, provider: consented.provider });
    await keepConsent(sql, { connection_id, refresh_token: consented.token, now });
    const meta = { provider: consented.provider, stage: "connected" };
    call.note("directory.connect", { target_type: "workspace", target_id: workspace_id, meta });
    call.afterCommit(() => runtime.jobs.wake());
    return answerPage({
      title: "Directory connected",
      body: html`
    <h1>${consented.label} is connected</h1>
    <p>Choose the groups to take with <code>POST /api/directory/${consented.provider}/groups</code>. They are read again every half hour.</p>
    <p class="actions"><a class="button" href="/app">To your documents</a></p>`,
    });
  },
});
