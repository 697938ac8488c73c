// A published page with formulas in a real browser:
// drawn with our own fonts, within the policy, in every look, and nothing of it from elsewhere.
import { expect, test } from "bun:test";
import { look } from "../browser/looks.ts";
import { openSite } from "../browser/published_site.ts";

const site = await openSite();

const MARKDOWN = String.raw`# The sum of $i^2$

Inline $\frac{a}{b}$ costs $5 and $10.

$$
\begin{aligned}
s &= \sum_{i=0}^n i^2 \\
  &= \textcolor{green}{\left(\frac{n(n+1)(2n+1)}{6}\right)}
\end{aligned}
$$

$$a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x+y+z+a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x+y+z$$

Faulty: $\frac{$
`;

const PASSWORD = { password: "correct horse battery" };

test.each([
  ["unlisted", {}],
  ["password", PASSWORD],
])("formulas on an %s page are drawn with our fonts and styles", async (visibility, secret) => {
  const published = await site.publish({ html: undefined, markdown: MARKDOWN, visibility, ...secret });
  const context = await site.profile(secret);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && complaints.push(message.text())));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(published.url);
  await look(page, `math-${visibility}`);
  expect(complaints).toEqual([]);
  expect(asked).toContain("/assets/math.css");
  expect(asked.filter((path) => path.startsWith("/assets/fonts/")).length).toBeGreaterThan(1);
  const drawn = await page.evaluate(() => ({
    fonts: [...document.fonts].filter(({ status }) => status === "loaded").length,
    failed: [...document.fonts].filter(({ status }) => status === "error").length,
    fraction: [...document.querySelectorAll("p .mfrac .mathnormal")].map((part) => part.getBoundingClientRect().top),
  }));
  expect(drawn.failed).toBe(0);
  expect(drawn.fonts).toBeGreaterThan(1);
  // Without its lengths a fraction lies in one line.
  const [below = 0, above = 0] = drawn.fraction;
  expect(below - above).toBeGreaterThan(5);
  await context.close();
});
