// Cleans a drawing in a worker process, with a second lock that reads it as a browser would.
import { cleanDrawing } from "./drawing.ts";
import { DrawingError } from "./xml.ts";

/** The drawing to keep, or why there is none. */
export type Cleaned = { svg: string } | { reason: string };

async function clean({ source }: { source: string }): Promise<Cleaned> {
  try {
    const svg = cleanDrawing(source);
    const { default: purifier } = await import("isomorphic-dompurify");
    // What defines gradients and masks is referred to by other elements; a style element cannot load anything any more.
    purifier.sanitize(svg, {
      USE_PROFILES: { html: true, svg: true, svgFilters: true },
      ADD_TAGS: ["use", "style"],
      ADD_ATTR: ["role", "aria-label", "aria-hidden", "pathLength", "xlink:href", "vector-effect", "fr"],
    });
    const [removed] = purifier.removed;
    if (!removed) return { svg };
    const what = "element" in removed ? removed.element?.nodeName : removed.attribute?.name;
    return { reason: `it has "${what ?? "something"}", which is not allowed` };
  } catch (error) {
    if (error instanceof DrawingError) return { reason: error.message };
    throw error;
  }
}

export const tasks = { clean };
