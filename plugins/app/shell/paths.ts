// Where the files of the frame lie.

export const STYLE_PATH = "/app/frame.css";
export const SCRIPT_PATH = "/app/frame.js";
export const PALETTE_PATH = "/app/palette.js";
