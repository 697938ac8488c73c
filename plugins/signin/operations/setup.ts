// The one-time page that makes the first owner of an empty server.
import { answerPage, anyone, lockEmail, refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { createAccount } from "../accounts.ts";
import { setupBody } from "../pages.ts";
import { readersOrigins } from "../readers_origins.ts";
import { endSetup, isSetupOpen, lockSetup } from "../setup_link.ts";
import { completeSignIn } from "../sign_in.ts";
import { wayOn } from "../way_on.ts";
import { signInWords } from "../words.ts";

const CalledText = t.Called({
  maxLength: 100,
  description: "1 to 100 characters, not only spaces",
});

export const showSetup = operation({
  id: "setup.show",
  route: "GET /auth/setup/{token}",
  summary: "The page that makes the first account",
  raw: "page",
  refuses: [410],
  anonymous: true,
  permit: anyone(),
  async run({ sql, runtime, request, now }, { params }) {
    if (!(await isSetupOpen(runtime, sql, { token: params.token, now }))) throw refuseEnded();
    const next_path = wayOn(request.headers, runtime.config.base_url);
    const words = signInWords({ request });
    const page = { title: words.set_up_title, body: setupBody(words), reader: request };
    return answerPage(page, { form_targets: readersOrigins(runtime, next_path) });
  },
});

export const setUp = operation({
  id: "setup.finish",
  route: "POST /auth/setup/{token}",
  decides: "sign-in",
  summary: "Makes the first workspace and its owner, and signs in",
  form: t.Object({ email: t.Email(), name: CalledText, workspace: CalledText }),
  raw: "page",
  also: [303],
  refuses: [410],
  anonymous: true,
  permit: anyone(),
  quota: "login",
  opens: null,
  audit: ["login.ok", "account.create"],
  async run(call, { params, form }) {
    const { sql, runtime, request, now } = call;
    await lockSetup(sql);
    if (!(await isSetupOpen(runtime, sql, { token: params.token, now }))) throw refuseEnded();
    await lockEmail(sql, form.email);
    const account = { email: form.email, name: form.name.trim(), workspace: form.workspace.trim(), now };
    const person = await createAccount(runtime, sql, account);
    await endSetup(sql);
    const next_path = wayOn(request.headers, runtime.config.base_url);
    return completeSignIn(call, { person, method: "setup", next_path, is_new: true, proves_address: false });
  },
});

function refuseEnded() {
  return refuse.gone(
    'this server is set up already: sign in instead; or a newer link was made: the last that "docsvc setup-link" printed holds',
  );
}
