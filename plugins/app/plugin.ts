// The frame of the app for people: its shell, the one door of its forms, its look and its script.
import { handle, type Plugin, provide } from "../../kernel/plugin.ts";
import { doForm } from "./door/door.ts";
import { find } from "./find/find.ts";
import { surfacePort } from "./port/ask.ts";
import { railHook } from "./port/slots.ts";
import { readFrameScript, readFrameStyle, readPaletteScript } from "./shell/files.ts";
import { chooseKeys } from "./shell/keys.ts";
import { chooseLanguage } from "./shell/language.ts";
import { railOfSettings, showSettings } from "./shell/settings_page.ts";
import { chooseTheme } from "./shell/theme.ts";
import { chooseTimeZone } from "./shell/time_zone.ts";

export const app: Plugin = {
  name: "app",
  operations: [
    ...[doForm, find, chooseTheme, chooseLanguage, chooseTimeZone, chooseKeys, showSettings],
    ...[readFrameScript, readPaletteScript, readFrameStyle],
  ],
  handles: () => [handle(railHook, railOfSettings)],
  provides: (_runtime, surface) => [provide(surfacePort, surface)],
};
