// What a worker does with a request, in a thread or in a process:
// it loads the module named, calls its task, and answers with data.
import { Refusal } from "../base/refusal.ts";
import type { WorkerReply, WorkerRequest } from "./worker_protocol.ts";

type LoadedTasks = Record<string, ((input: unknown) => unknown) | undefined>;

export function createAnswerer(
  reply: (message: WorkerReply<unknown>) => void,
): (request: WorkerRequest) => Promise<void> {
  const loaded = new Map<string, LoadedTasks>();

  async function load(module: string): Promise<LoadedTasks> {
    const { tasks }: { tasks?: LoadedTasks } = await import(module);
    if (!tasks) throw new Error(`${module} exports no "tasks"`);
    loaded.set(module, tasks);
    reply({ state: "loaded", module });
    return tasks;
  }

  return async (request) => {
    try {
      const tasks = loaded.get(request.module) ?? (await load(request.module));
      if (request.task === null) return;
      const run = tasks[request.task];
      if (!run) throw new Error(`${request.module} exports no task "${request.task}"`);
      reply({ state: "done", value: await run(request.input) });
    } catch (error) {
      reply(describe(error));
    }
  };
}

function describe(error: unknown): WorkerReply<unknown> {
  if (error instanceof Refusal) {
    const { kind, message, detail, voice, fields } = error;
    return { state: "refused", kind, message, detail, voice, fields };
  }
  if (error instanceof Error) return { state: "failed", name: error.name, message: error.message, stack: error.stack };
  return { state: "failed", name: "Error", message: String(error), stack: undefined };
}
