// The frame of the app for people: its shell, the one door of its forms, its look and its script.
import { type Plugin, provide } from "../../kernel/plugin.ts";
import { doForm } from "./door/door.ts";
import { surfacePort } from "./port/ask.ts";
import { readFrameScript, readFrameStyle } from "./shell/files.ts";
import { chooseTheme } from "./shell/theme.ts";

export const app: Plugin = {
  name: "app",
  operations: [doForm, chooseTheme, readFrameScript, readFrameStyle],
  provides: (_runtime, surface) => [provide(surfacePort, surface)],
};
