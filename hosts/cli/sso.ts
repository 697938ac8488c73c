// docsvc sso unenforce and email-domain: what the operator decides where a workspace cannot help itself.
import type { RunningServer } from "../../kernel/host.ts";
import { proveByOperator, readOwnDomain, releaseProof } from "../../plugins/email_domains/port.ts";
import { ssoPort } from "../../plugins/sso/port.ts";
import { CommandError, command } from "../command/command.ts";
import { demandWorkspace } from "./accounts.ts";
import { noteBySystem, withServer } from "./server/this_machine.ts";

export const ssoUnenforce = command({
  name: "sso unenforce",
  summary: "Open the other ways of signing in to a workspace again, when its own provider lets nobody in",
  takes: ["slug"],
  options: {},
  async run({ args, terminal }) {
    const unenforced = await withServer(terminal, (runtime) => {
      demandPlugin(runtime, "sso");
      return runtime.database.withTransaction(async (sql) => {
        const { id } = await demandWorkspace(sql, args.slug);
        return runtime.use(ssoPort).unenforce(sql, { workspace_id: id, now: runtime.clock.now() });
      });
    });
    terminal.out(JSON.stringify({ workspace: args.slug, unenforced }));
    return 0;
  },
});

export const emailDomainProve = command({
  name: "email-domain prove",
  summary: "Say that an e-mail domain is a workspace's own, without a DNS record",
  takes: ["slug", "domain"],
  options: {},
  run: async ({ args, terminal }) => {
    const domain = readOwnDomain(args.domain);
    await withServer(terminal, (runtime) => {
      demandPlugin(runtime, "email_domains");
      return runtime.database.withTransaction(async (sql) => {
        const { id: workspace_id } = await demandWorkspace(sql, args.slug);
        const target_id = await proveByOperator(runtime, sql, { workspace_id, domain, now: runtime.clock.now() });
        const meta = { domain, proven_by: "operator" };
        const target = { workspace_id, target_type: "email_domain", target_id };
        await noteBySystem(runtime, sql, [{ action: "email_domain.prove", ...target, meta }]);
      });
    });
    terminal.out(JSON.stringify({ workspace: args.slug, domain, proven: true }));
    return 0;
  },
});

export const emailDomainRelease = command({
  name: "email-domain release",
  summary: "Take the proof of an e-mail domain from a workspace",
  takes: ["slug", "domain"],
  options: {},
  run: async ({ args, terminal }) => {
    const domain = readOwnDomain(args.domain);
    const released = await withServer(terminal, (runtime) => {
      demandPlugin(runtime, "email_domains");
      return runtime.database.withTransaction(async (sql) => {
        const { id: workspace_id } = await demandWorkspace(sql, args.slug);
        return releaseProof(runtime, sql, { workspace_id, domain, now: runtime.clock.now() });
      });
    });
    terminal.out(JSON.stringify({ workspace: args.slug, domain, released }));
    return 0;
  },
});

function demandPlugin(runtime: RunningServer, name: string): void {
  if (!runtime.plugins.includes(name)) {
    throw new CommandError(
      `this server runs without the plugin ${name}: remove -${name} from PLUGINS, or choose another EDITION`,
    );
  }
}
