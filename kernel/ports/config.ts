// The kernel's door for plugins to the configuration as it was read.

export { splitList } from "../config/setting_formats.ts";
