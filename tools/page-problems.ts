import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

// WCAG 2.2 levels A and AA, and the best practices of axe.
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
// Less than half of the size of the package's main file, for each document to compile.
const AXE_SCRIPT = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
// The axe rules about colours. Light and dark schemes differ only in colours, so only these rules run for the second
// one.
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Returns the page's violations of WCAG 2.2 AA, and a message if it is wider than its window. A page without problems
 * returns an empty list.
 */
export async function pageProblems(page: Page, rules: "all" | "colours" = "all"): Promise<readonly string[]> {
  // Compiling axe takes longer than running it: inject it once per document.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(`${AXE_SCRIPT}; undefined`);
  const runOnly = rules === "all" ? RULES : COLOUR_RULES;
  const violations: unknown = await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] }).then(({ violations }) =>
      violations.map(({ id, help, nodes }) => id + ": " + help + " " + nodes.map(({ html }) => html).join(" ")))`,
  );
  const overflow_px = Number(
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
  );
  const wide = overflow_px > 0 ? [`${overflow_px} px wider than the window`] : [];
  return [...(Array.isArray(violations) ? violations.map(String) : ["axe gave no answer"]), ...wide];
}
