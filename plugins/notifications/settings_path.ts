// Where people choose what they are told of; mails and chats lead there.
export const SETTINGS_PATH = "/auth/notifications";
