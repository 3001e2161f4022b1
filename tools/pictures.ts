// node tools/pictures.ts <folder> [scene …]: takes screenshots of every state of the payment page. Scripted answers
// replace the running service, so that the screenshots include states that last only a second. Prints the problems that
// can be detected automatically.
import { mkdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { type Browser, chromium, type Route } from "playwright-core";
import { findChromium } from "./chromium.ts";
import { pageProblems } from "./page-problems.ts";
import { LINK, PAYMENT, SCENES, type Scene } from "./picture-scenes.ts";

const built = join(import.meta.dirname, "..", "checkout", "dist");
const ORIGIN = "http://kolo.test";
const WIDTHS = [320, 768, 1280];
const HEIGHTS = new Map([[320, 640]]);
const LANGUAGES = ["en", "fr"];
const SCHEMES = ["light", "dark"] as const;
const TYPES = new Map([
  [".js", "text/javascript"],
  [".css", "text/css"],
]);
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M32 4 60 60H4z" fill="#7b1fa2"/></svg>';
// In milliseconds; longer than any animation of the page.
const SETTLED_MS = 300;

const [folder, ...scene_names] = process.argv.slice(2);
const executablePath = findChromium();
if (!folder || !executablePath) {
  process.stderr.write("usage: node tools/pictures.ts <folder> [scene …], with chromium on the path\n");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const scenes = SCENES.filter(({ name }) => scene_names.length === 0 || scene_names.includes(name));
for (const scene of scenes) await take(browser, scene, folder);
await browser.close();
process.stdout.write(`${scenes.length} scenes in ${folder}\n`);

async function take(from: Browser, scene: Scene, into: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    for (const language of LANGUAGES) {
      const context = await from.newContext({ colorScheme, locale: language, deviceScaleFactor: 1 });
      const page = await context.newPage();
      const request_count = { times: 0 };
      await page.route("**/*", (route) => answer(route, scene, request_count));
      await page.goto(`${ORIGIN}/pay/${scene.link === undefined ? "token" : "link/lnk_1"}`);
      await page.waitForTimeout(SETTLED_MS);
      await scene.act?.(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHTS.get(width) ?? 800 });
        await page.waitForTimeout(SETTLED_MS);
        const name = `${scene.name}-${width}-${language}-${colorScheme}`;
        for (const problem of await pageProblems(page)) process.stdout.write(`${name}: ${problem}\n`);
        await page.screenshot({ path: join(into, `${name}.png`), fullPage: true });
      }
      await context.close();
    }
  }
}

async function answer(route: Route, scene: Scene, request_count: { times: number }): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname.startsWith("/pay/assets/")) {
    const body = readFileSync(join(built, pathname.slice("/pay/".length)));
    return route.fulfill({ body, contentType: TYPES.get(extname(pathname)) ?? "application/octet-stream" });
  }
  if (pathname.startsWith("/pay/logo/")) return route.fulfill({ body: LOGO, contentType: "image/svg+xml" });
  if (pathname.startsWith("/pay/")) {
    return route.fulfill({ body: readFileSync(join(built, "index.html")), contentType: "text/html" });
  }
  if (scene.is_absent) return route.fulfill({ status: 404, json: {} });
  if (scene.is_lost && request_count.times++ > 0) return route.abort();
  if (scene.link !== undefined) return route.fulfill({ json: { link: { ...LINK, ...scene.link } } });
  const now = new Date().toISOString();
  return route.fulfill({ json: { checkout: { ...PAYMENT, now, ...scene.payment?.() } } });
}
