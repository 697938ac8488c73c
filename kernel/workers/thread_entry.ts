// What runs inside each worker thread.
import { createAnswerer } from "./answer.ts";
import type { WorkerRequest } from "./worker_protocol.ts";

const answer = createAnswerer((message) => self.postMessage(message));

self.addEventListener("message", (event: MessageEvent<WorkerRequest>) => void answer(event.data));
