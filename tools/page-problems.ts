import axe from "axe-core";
import type { Page } from "playwright-core";

// What stands in WCAG 2.2 at A and AA, and what the authors of axe found to matter besides.
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
// Those of them that read colours: only they can differ between the light and the dark scheme, which is a matter of colours alone.
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** What the open page does not keep of WCAG 2.2 AA, and whether it is wider than its window. Empty is right. */
export async function pageProblems(page: Page, rules: "all" | "colours" = "all"): Promise<readonly string[]> {
  // Compiling axe takes longer than running it: once for each document.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${axe.source}; undefined`);
  const runOnly = rules === "all" ? RULES : OF_COLOURS;
  const found: unknown = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then(({ violations }) =>
      violations.map(({ id, help, nodes }) => id + ": " + help + " " + nodes.map(({ html }) => html).join(" ")))`,
  );
  const over = Number(
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
  );
  const wide = over > 0 ? [`${over} px wider than the window`] : [];
  return [...(Array.isArray(found) ? found.map(String) : ["axe gave no answer"]), ...wide];
}
