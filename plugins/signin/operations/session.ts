// Signing out: here, or everywhere at once.
import { anyone, endSessions, seeOther, sessionOnly, t } from "../../../kernel/plugin.ts";
import { clearSession } from "../../../kernel/ports/auth.ts";
import { operation } from "../../operation.ts";
import { leaveSession } from "../sign_in.ts";

const SignedOut = t.Object({ signed_out: t.Literal(true) }, { $id: "SignedOut" });

export const signOut = operation({
  id: "logout",
  route: "POST /auth/logout",
  decides: "sign-in",
  summary: "Signs out of this browser",
  description:
    "Clears the session cookie and ends what this browser may read on the content host: 204, or a redirect to the sign-in page for a browser's form.",
  raw: "page",
  status: 204,
  also: [303],
  anonymous: true,
  permit: anyone(),
  opens: null,
  audit: "login.out",
  async run(call) {
    const { actor, request, reply, note } = call;
    if (actor?.credential === "session") note("login.out", { target_type: "user", target_id: actor.user_id });
    await leaveSession(call);
    reply.headers.append("set-cookie", clearSession());
    return isBrowser(request.headers) ? seeOther("/auth/login") : new Response(null, { status: 204 });
  },
});

export const signOutEverywhere = operation({
  id: "logout.all",
  route: "POST /auth/logout-all",
  decides: "sign-in",
  summary: "Signs out of every browser",
  description:
    "Ends every session of the person, this one included, with a redirect to the sign-in page for a browser's form. Tokens stay as they are.",
  raw: "page",
  also: [303],
  answers: { 200: SignedOut },
  permit: sessionOnly("sign out everywhere"),
  opens: null,
  audit: "login.out_all",
  async run({ subject, sql, request, reply, note }) {
    await endSessions(sql, subject.user_id);
    note("login.out_all", { target_type: "user", target_id: subject.user_id });
    reply.headers.append("set-cookie", clearSession());
    return isBrowser(request.headers) ? seeOther("/auth/login") : Response.json({ signed_out: true });
  },
});

function isBrowser(headers: Headers): boolean {
  return headers.get("accept")?.includes("text/html") ?? false;
}
