import axe from "axe-core";
import type { Page } from "playwright-core";

// What stands in WCAG 2.2 at A and AA, and what the authors of axe found to matter besides.
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What the open page does not keep of WCAG 2.2 AA, and whether it is wider than its window. Empty is right. */
export async function pageProblems(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) =>
      violations.map(({ id, help, nodes }) => id + ": " + help + " " + nodes.map(({ html }) => html).join(" ")))`,
  );
  const over = Number(
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
  );
  const wide = over > 0 ? [`${over} px wider than the window`] : [];
  return [...(Array.isArray(found) ? found.map(String) : ["axe gave no answer"]), ...wide];
}
