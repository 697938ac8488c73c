// What runs inside each worker thread: it loads the module that a task names, calls the task, and answers with data.
import { Refusal } from "../refusal.ts";
import { isMoved, type WorkerReply, type WorkerRequest } from "./worker_protocol.ts";

type LoadedTasks = Record<string, ((input: unknown) => unknown) | undefined>;

const loaded = new Map<string, LoadedTasks>();

self.addEventListener("message", (event: MessageEvent<WorkerRequest>) => {
  void answer(event.data);
});

async function answer(request: WorkerRequest): Promise<void> {
  try {
    const tasks = loaded.get(request.module) ?? (await load(request.module));
    const run = tasks[request.task];
    if (!run) throw new Error(`${request.module} exports no task "${request.task}"`);
    const result = await run(request.input);
    if (isMoved(result)) reply({ state: "done", value: result.value }, result.buffers);
    else reply({ state: "done", value: result });
  } catch (error) {
    reply(describe(error));
  }
}

async function load(module: string): Promise<LoadedTasks> {
  const { tasks }: { tasks?: LoadedTasks } = await import(module);
  if (!tasks) throw new Error(`${module} exports no "tasks"`);
  loaded.set(module, tasks);
  reply({ state: "loaded" });
  return tasks;
}

function describe(error: unknown): WorkerReply<unknown> {
  if (error instanceof Refusal) {
    const { kind, message, detail, voice, fields } = error;
    return { state: "refused", kind, message, detail, voice, fields };
  }
  if (error instanceof Error) return { state: "failed", name: error.name, message: error.message, stack: error.stack };
  return { state: "failed", name: "Error", message: String(error), stack: undefined };
}

function reply(message: WorkerReply<unknown>, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, { transfer });
}
