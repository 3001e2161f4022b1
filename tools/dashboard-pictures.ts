// node tools/dashboard-pictures.ts <folder> [scene …]: takes screenshots of every dashboard page with two weeks of demo
// data, in each width, language and colour scheme. `--guide` takes those of the merchants' guide instead. Prints the
// browser's errors, and the pages that are wider than their window.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { testServerOfRun } from "../server/testing/test-server.ts";
import { startTestWorld, type TestWorld } from "../server/testing/world.ts";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.ts";
import { DASHBOARD_SCENES, type DashboardScene, GUIDE_SCENES } from "./dashboard-scenes.ts";
import { createDemoShop, type DemoShop, SHOWN_AT } from "./demo-shop.ts";

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1_024 },
  { width: 1_440, height: 900 },
] as const;
const GUIDE_SIZE = { width: 1_180, height: 900 };
// The pictures are sharp on a high-resolution screen, but small enough to keep twenty of them in the repository.
const GUIDE_SCALE = 1.5;
const GUIDE_QUALITY = 80;
const LANGUAGES = ["en", "fr"] as const;
const SCHEMES = ["light", "dark"] as const;
// In milliseconds; longer than any animation, and than the delay before a loading state appears.
const SETTLED_MS = 250;

const args = process.argv.slice(2);
const is_guide = args.includes("--guide");
// The flag selects one variant, for example `--only=fr-dark`, which is enough to check a change.
const only = args.find((arg) => arg.startsWith("--only="))?.slice("--only=".length);
const [folder, ...scene_names] = args.filter((arg) => !arg.startsWith("--"));
const executablePath = findChromium();
if (!folder || !executablePath) {
  process.stderr.write(
    "usage: node tools/dashboard-pictures.ts [--guide | --only=fr-dark] <folder> [scene …], with chromium on the path\n",
  );
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
build();
const server = await testServerOfRun();
process.env.KOLO_TEST_SERVER_URL = server.url;
process.once("uncaughtException", (error) => void end(error));
// The server's name is `localhost` instead of an address, because passkeys require a domain name.
const busy = await startTestWorld({ is_named: true });
const demo = await createDemoShop(busy);
const world = await reopenWithoutWorkers(busy);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--font-render-hinting=none"] });
const scenes = (is_guide ? GUIDE_SCENES : DASHBOARD_SCENES).filter(
  ({ name }) => scene_names.length === 0 || scene_names.some((arg) => name.startsWith(arg)),
);
if (is_guide) await takeForGuide(browser, folder);
else await takeAll(browser, folder);
await browser.close();
await world.app.close();
process.stdout.write(`${scenes.length} scenes in ${folder}\n`);
await end(null);

/** Stops the server, also after an error, so that no process is left behind. */
async function end(error: unknown): Promise<void> {
  if (error !== null) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await server.stop();
  process.exit(error === null ? 0 : 1);
}

/** Reopens the same shop without background work, so that pictures taken over several minutes show the same data. */
async function reopenWithoutWorkers(before: TestWorld): Promise<TestWorld> {
  await before.app.close();
  const after = await startTestWorld({ works: false, is_named: true, database_url: before.database_url });
  after.db.advanceClock(SHOWN_AT - Date.now());
  return after;
}

async function takeAll(from: Browser, into: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    for (const language of LANGUAGES) {
      if (only !== undefined && only !== `${language}-${colorScheme}`) continue;
      const context = await openContext(from, language, { colorScheme });
      for (const scene of scenes) {
        for (const size of SIZES) {
          const name = `${scene.name}-${size.width}-${language}-${colorScheme}`;
          const page = await openScene(context, scene, size, name);
          await page.screenshot({ path: join(into, `${name}.png`), fullPage: true });
          await page.close();
        }
      }
      await context.close();
    }
  }
}

async function takeForGuide(from: Browser, into: string): Promise<void> {
  const context = await openContext(from, "en", { colorScheme: "light", deviceScaleFactor: GUIDE_SCALE });
  for (const scene of scenes) {
    const page = await openScene(context, scene, GUIDE_SIZE, scene.name);
    const session = await context.newCDPSession(page);
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: GUIDE_QUALITY });
    writeFileSync(join(into, `${scene.name}.webp`), Buffer.from(data, "base64"));
    await page.close();
  }
  await context.close();
}

function openContext(
  from: Browser,
  language: (typeof LANGUAGES)[number],
  options: { readonly colorScheme: "light" | "dark"; readonly deviceScaleFactor?: number },
): Promise<BrowserContext> {
  const locale = language === "fr" ? "fr-CM" : "en-NG";
  return from.newContext({ ...options, locale, timezoneId: "Africa/Douala", reducedMotion: "reduce" });
}

/** Opens the page of a scene as the scene's user, and waits until it is idle. */
async function openScene(
  context: BrowserContext,
  scene: DashboardScene,
  size: { readonly width: number; readonly height: number },
  name: string,
): Promise<Page> {
  await signInAs(context, scene, demo);
  const page = await context.newPage();
  const report = (text: string): void => void process.stdout.write(`${name}: ${text}\n`);
  page.on("pageerror", (error) => report(error.message));
  await page.setViewportSize(size);
  await page.clock.setFixedTime(SHOWN_AT);
  await page.goto(`${world.url}${scene.at(demo)}`);
  try {
    await page.locator("h1").waitFor();
    await page.waitForLoadState("networkidle", { timeout: 2_000 }).catch(() => {});
    await scene.act?.(page);
  } catch (error) {
    report(String(error));
  }
  await page.waitForTimeout(SETTLED_MS);
  const overflow_px = Number(
    await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
  );
  if (overflow_px > 0) report(`${overflow_px} px wider than the window`);
  return page;
}

/** Sets the session cookie of the scene's user. */
async function signInAs(context: BrowserContext, scene: DashboardScene, { owner, newcomer }: DemoShop): Promise<void> {
  await context.clearCookies();
  // A request before each picture keeps both sessions from their idle timeout.
  for (const { cookie } of [owner, newcomer]) await fetch(`${world.url}/dashboard/api/me`, { headers: { cookie } });
  const person = { owner, newcomer, nobody: null }[scene.who ?? "owner"];
  if (person === null) return;
  const [name = "", value = ""] = person.cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: world.url }]);
}
