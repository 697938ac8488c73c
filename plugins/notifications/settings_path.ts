// Where people choose what they are told of; mails and chats lead there.
import { settingsPath } from "../app/port/paths.ts";

export const SETTINGS_PATH = settingsPath("me/notifications");
