// node tools/dashboard-times.ts [rounds]: measures the time from a click to the next page's content, for every
// dashboard page that one click reaches, on the demo shop. Prints the median and the maximum of the rounds in
// milliseconds, and the requests sent meanwhile.
import { chromium, type Page } from "playwright-core";
import { testServerOfRun } from "../server/testing/test-server.ts";
import { startTestWorld } from "../server/testing/world.ts";
import { build } from "./build.mjs";
import { findChromium } from "./chromium.ts";
import { createDemoShop } from "./demo-shop.ts";

const ROUNDS = 5;
const TARGET_MS = 100;
const LOST_MS = 10_000;
const LISTS = [
  "payments",
  "payment-links",
  "refunds",
  "customers",
  "transfers",
  "bulk",
  "beneficiaries",
  "webhooks",
  "events",
];
const PAGES = [...LISTS, "approvals", "balance", "fees", "developers", "people", "security", "log", ""];

let is_slow = false;
const rounds = Number(process.argv[2] ?? ROUNDS);
const executablePath = findChromium();
if (!executablePath) {
  process.stderr.write("chromium is needed on the path\n");
  process.exit(2);
}
build();
const server = await testServerOfRun();
process.env.KOLO_TEST_SERVER_URL = server.url;
process.once("uncaughtException", (error) => void end(error));
const world = await startTestWorld();
const { shop, owner } = await createDemoShop(world);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
const [cookie = "", session = ""] = owner.cookie.split(/=(.*)/s);
await page.context().addCookies([{ name: cookie, value: session, url: world.url }]);
const home = `/dashboard/test/${shop.id}`;
await page.goto(`${world.url}${home}`);
await page.locator(".overview").waitFor();

const durations = new Map<string, number[]>();
for (let round = 0; round < rounds; round += 1) {
  for (const name of PAGES) {
    await measureClick(page, name || "overview", `.ways a[href="${home}${name && `/${name}`}"]`);
    if (LISTS.includes(name)) await measureClick(page, `${name}/:id`, ".row-link");
  }
}
for (const [name, times] of durations) {
  const sorted = times.toSorted((first, second) => first - second);
  const [middle = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  is_slow ||= middle > TARGET_MS;
  process.stdout.write(`${name.padEnd(24)} ${middle.toFixed(0).padStart(5)} ${longest.toFixed(0).padStart(5)}\n`);
}
await browser.close();
await world.app.close();
await end(null);

/** Stops the server, also after an error, so that no process is left behind. */
async function end(error: unknown): Promise<void> {
  if (error !== null) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await server.stop();
  process.exit(error !== null || is_slow ? 1 : 0);
}

/**
 * Clicks an element and waits inside the page until the next page has its content: a new address, a heading, no
 * skeleton, and one animation frame.
 */
async function measureClick(on: Page, name: string, selector: string): Promise<void> {
  await on.locator(selector).first().waitFor();
  await on.waitForLoadState("networkidle");
  const ms = Number(
    await on.evaluate(`new Promise((done) => {
      const before = location.href;
      const began = performance.now();
      document.querySelector(${JSON.stringify(selector)}).click();
      const isThere = () => {
        const main = document.querySelector("main");
        return location.href !== before && main?.querySelector("h1") && !main.querySelector(".skeleton") &&
          main.innerText.trim() !== main.querySelector("h1").innerText.trim();
      };
      const look = () => {
        if (isThere() || performance.now() - began > ${LOST_MS}) done(performance.now() - began);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })`),
  );
  if (ms >= LOST_MS) process.stdout.write(`${name} never came\n`);
  durations.set(name, [...(durations.get(name) ?? []), ms]);
}
