// Finds text on a page that stands out too little from its ground (WCAG 2.2, 1.4.3).
import type { Page } from "playwright-core";

/** What is visible and paler than 4.5 to 1, or 3 to 1 where it is large: "ratio colour on ground: text", each pair of colours once. */
export function findPaleText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = [red: number, green: number, blue: number, alpha: number];
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    function read(css: string): Colour {
      if (!canvas) throw new Error("the browser draws nothing");
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    }
    function lay([red, green, blue, alpha]: Colour, [r, g, b]: Colour): Colour {
      const mix = (over: number, under: number) => over * alpha + under * (1 - alpha);
      return [mix(red, r), mix(green, g), mix(blue, b), 1];
    }
    function luminance([red, green, blue]: Colour): number {
      const linear = (value: number) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    }
    function groundOf(element: Element): Colour {
      const under: Colour = element.parentElement ? groundOf(element.parentElement) : [255, 255, 255, 1];
      return lay(read(getComputedStyle(element).backgroundColor), under);
    }
    const pale = new Map<string, string>();
    for (const element of document.querySelectorAll("body *")) {
      const text = [...element.childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ""))
        .join("")
        .trim();
      if (text === "" || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const ground = groundOf(element);
      const ink = lay(read(color), ground);
      const [low = 0, high = 0] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
      const ratio = (high + 0.05) / (low + 0.05);
      const size = Number.parseFloat(fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      const pair = `${ratio.toFixed(2)} ${ink.slice(0, 3).map(Math.round)} on ${ground.slice(0, 3).map(Math.round)}`;
      if (ratio < (isLarge ? 3 : 4.5)) pale.set(pair, `${pair}: ${text.slice(0, 30)}`);
    }
    return [...pale.values()];
  });
}
