// What runs inside each worker process. It ends when the process that started it does.
import { createAnswerer } from "./answer.ts";
import { createInbox, sendInPieces } from "./pieces.ts";
import type { WorkerRequest } from "./worker_protocol.ts";

const answer = createAnswerer((message) => sendInPieces(message, (piece) => void process.send?.(piece)));
const receive = createInbox<WorkerRequest>((request) => void answer(request));

process.on("message", receive);
process.on("disconnect", () => process.exit(0));
