// A notice as the inbox is answered it.
import type { AnswerOf } from "../../app/port/ask.ts";
import type { listNotifications } from "../operations/list.ts";

export type Notice = AnswerOf<typeof listNotifications>["notifications"][number];
