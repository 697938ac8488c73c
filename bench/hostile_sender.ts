// Sends costly texts from a thread of its own:
// making one takes up to a fifth of a second, in which no read could be timed.
import type { Outcome, Sender } from "../test/faults/hostile_ways.ts";
import { listTasks, type Task } from "./hostile_tasks.ts";

type Named = Pick<Task, "kind" | "name">;
type Sent = { outcomes: Outcome[] } | { failed: string };

export interface SendingThread {
  /** Throws what the task threw. One at a time. */
  send(task: Named, to: Sender): Promise<Outcome[]>;
  end(): void;
}

/** `of` is the kind of tasks, as `listTasks` has it. */
export function startSender(of: string): SendingThread {
  const worker = new Worker(import.meta.url);
  return {
    send: async ({ kind, name }, to) => {
      const { promise, resolve } = Promise.withResolvers<Sent>();
      worker.addEventListener("message", ({ data }: MessageEvent<Sent>) => resolve(data), { once: true });
      worker.postMessage({ of, kind, name, to });
      const sent = await promise;
      if ("failed" in sent) throw new Error(sent.failed);
      return sent.outcomes;
    },
    end: () => worker.terminate(),
  };
}

async function sendNamed({ of, kind, name, to }: Named & { of: string; to: Sender }): Promise<Sent> {
  try {
    const task = listTasks(of).find((one) => one.kind === kind && one.name === name);
    return { outcomes: (await task?.run(to)) ?? [] };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

if (!Bun.isMainThread) {
  self.addEventListener("message", ({ data }: MessageEvent<Named & { of: string; to: Sender }>) => {
    void sendNamed(data).then((sent) => self.postMessage(sent));
  });
}
