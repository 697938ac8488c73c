// A person's own password: whether there is one, setting it, and removing it (rules: signin/passwords).
import { endSessions, findPerson, freshSession, refuse, sessionOnly, t } from "../../../kernel/plugin.ts";
import { continueSession } from "../../../kernel/ports/auth.ts";
import { hashPassword } from "../../../kernel/ports/workers.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { demandOpenWay } from "../../signin/port.ts";
import { mailChange } from "../notices.ts";
import { demandPasswords, takesPasswords } from "../settings.ts";
import { dropPassword, findPassword, setPassword } from "../store.ts";
import { CHARS_MIN, demandUncommon } from "../strength.ts";

const CHARS_MAX = manifest.caps.account_password_chars;

export const readPassword = operation({
  id: "password.get",
  route: "GET /api/password",
  summary: "Whether you have a password, and since when",
  description: "Only for a signed-in person, of their own. The password itself is kept as a hash and shown to nobody.",
  output: t.Object({
    is_on: t.Boolean({ description: "Whether this server takes passwords." }),
    is_set: t.Boolean({ description: "Whether you have one." }),
    changed_at: t.Nullable(t.Instant(), { description: "When it was last set; null without one." }),
  }),
  permit: sessionOnly("read how you sign in"),
  run: async ({ subject, sql, runtime }) => {
    const row = await findPassword(sql, subject.user_id);
    return {
      is_on: takesPasswords(runtime),
      is_set: row !== null,
      changed_at: row?.changed_at.toISOString() ?? null,
    };
  },
});

export const changePassword = operation({
  id: "password.set",
  route: "PUT /api/password",
  decides: "sign-in",
  summary: "Sets your password",
  description:
    "Only for a person who signed in within the last 10 minutes, where the operator takes passwords and no company signs the address in. Ends every other session of theirs, and tells them, by mail too where mail is set up. One that is tried first is a 400.",
  body: t.Object({
    password: t.String({
      minLength: CHARS_MIN,
      maxLength: CHARS_MAX,
      description: `The new password: ${CHARS_MIN} to ${CHARS_MAX} characters.`,
    }),
  }),
  output: t.Object({ is_set: t.Literal(true), changed_at: t.Instant() }),
  permit: freshSession("set a password"),
  quota: "password_set",
  unrepeatable: "what is sent is a secret, and nothing of it is kept beside its hash",
  opens: null,
  audit: "password.set",
  refuses: [409, 503],
  prepare: async ({ subject, sql, runtime }, { body }) => {
    demandPasswords(runtime);
    await demandOpenWay(runtime, { sql, email: subject.email, method: "password" });
    await demandUncommon(body.password, subject);
    return hashPassword(body.password);
  },
  run: async (call, _input, hash) => {
    const { actor, subject, sql, runtime, now, note, reply } = call;
    const { user_id, email, workspace } = subject;
    const was_set = await setPassword(sql, { user_id, workspace_id: workspace.id, hash, now });
    await endSessions(sql, user_id);
    const person = await findPerson(sql, user_id);
    if (!person) throw refuse.unauthenticated("authentication required");
    reply.headers.append("set-cookie", continueSession(runtime.signer, { actor, epoch: person.epoch }, now));
    note("password.set", { target_type: "user", target_id: user_id, meta: { was_set } });
    await mailChange(call, { email, change: "set" });
    return { is_set: true as const, changed_at: now.toISOString() };
  },
});

export const removePassword = operation({
  id: "password.remove",
  route: "DELETE /api/password",
  decides: "sign-in",
  summary: "Removes your password: it signs nobody in any more",
  description: "Only for a person who signed in within the last 10 minutes. Without one it changes nothing.",
  output: t.Object({ is_set: t.Literal(false) }),
  permit: freshSession("remove a password"),
  opens: null,
  audit: "password.remove",
  run: async (call) => {
    const { subject, sql, note } = call;
    if (await dropPassword({ sql, user_id: subject.user_id })) {
      note("password.remove", { target_type: "user", target_id: subject.user_id });
      await mailChange(call, { email: subject.email, change: "removed" });
    }
    return { is_set: false as const };
  },
});
