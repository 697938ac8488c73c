// The kernel's door for plugins to SQL of strangers in a process of its own.

export {
  type Sandbox,
  type SandboxDatabase,
  type SandboxInstance,
  SandboxLost,
  SandboxMissing,
  StatementFault,
  sharedSandbox,
} from "../sandbox/sandbox.ts";
