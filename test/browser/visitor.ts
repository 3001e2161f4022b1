import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { afterLastFile } from "#server/testing/last-file.ts";
import { sizeByTier } from "#server/testing/random-runs.ts";
import type { TestUser } from "#server/testing/users.ts";
import { openBrowser } from "#tools/chromium.ts";
import { pageProblems } from "#tools/page-problems.ts";

const browser = await openBrowser();
afterLastFile(() => browser?.close());

/** The value for the `skip` option of `describe`: false, or the reason why no browser is available. */
export const NO_BROWSER =
  browser === null && "no browser: install chromium, or name one in KOLO_CHROMIUM, to run these tests";

/** A script that counts the tables that are wider than their frames. */
export const CLIPPED_TABLES =
  "[...document.querySelectorAll('.table-frame')].filter((one) => one.scrollWidth > one.clientWidth).length";

export type Language = "en" | "fr";
export type ColorScheme = "light" | "dark";

const BOTH_SCHEMES: readonly ColorScheme[] = ["dark", "light"];
let inspections = 0;

const WIDE = 1_280;
const HEIGHT = 740;

/** A user with their own browser context and a window of 360 pixels. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The URLs of all requests that the browser sent. */
  readonly requests: readonly string[];
  /** The URLs of its POST requests. */
  readonly posts: readonly string[];
  /** The browser's errors: failed scripts and violations of the content security policy. */
  readonly page_errors: readonly string[];
  /**
   * Fails if the page violates WCAG 2.2 AA, or is wider than the window: in this scheme, or else in the light and dark
   * schemes in turn. The full tier checks both each time: all rules in the light one, and those about colours in the
   * dark one.
   */
  inspect(only?: ColorScheme): Promise<void>;
  /** Waits until the step's heading has this text. */
  waitForHeading(title: string | RegExp): Promise<void>;
  close(): Promise<void>;
}

/** Returns a function that alternates between the languages, starting with this one. */
export function alternateLanguages(first: Language): () => Language {
  let is_first = false;
  return () => {
    is_first = !is_first;
    return is_first === (first === "en") ? "en" : "fr";
  };
}

/** Opens a browser context with this language. */
export async function openVisitor(language: Language, width = 360): Promise<Visitor> {
  assert.ok(browser, "there is a browser");
  const context = await browser.newContext({
    locale: language === "fr" ? "fr-CM" : "en-NG",
    viewport: { width, height: HEIGHT },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const requests: string[] = [];
  const posts: string[] = [];
  const page_errors: string[] = [];
  page.on("request", (request) => {
    requests.push(request.url());
    if (request.method() === "POST") posts.push(request.url());
  });
  page.on("pageerror", (error) => void page_errors.push(error.message));
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) page_errors.push(message.text());
  });
  return {
    page,
    context,
    requests,
    posts,
    page_errors,
    inspect: (only) => inspect(page, only),
    waitForHeading: (title) => page.getByRole("heading", { level: 1, name: title }).waitFor({ timeout: 20_000 }),
    close: () => context.close(),
  };
}

/** Opens a browser context with this person's session; the page is still blank. */
export async function openSignedIn(
  { url }: { readonly url: string },
  person: TestUser,
  language: Language = "en",
  width = WIDE,
): Promise<Visitor> {
  if (person.cookie === "") await person.signIn();
  const visitor = await openVisitor(language, width);
  await bringSession(visitor, url, person.cookie);
  return visitor;
}

/** Adds an existing session to a visitor's browser. */
export async function bringSession({ context }: Visitor, url: string, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url }]);
}

async function inspect(page: Page, only?: ColorScheme): Promise<void> {
  inspections += 1;
  const in_turn = inspections % 2 === 0 ? "light" : "dark";
  const has_both = only === undefined && sizeByTier(1, 2) === 2;
  for (const colorScheme of has_both ? BOTH_SCHEMES : [only ?? in_turn]) {
    await page.emulateMedia({ colorScheme });
    // The schemes differ only in colours, so that the dark one needs the other rules only if it stands for both.
    const rules = colorScheme === "dark" && (only || has_both) ? "colours" : "all";
    assert.deepEqual(await pageProblems(page, rules), [], colorScheme);
  }
}

/** Starts the website of a merchant, to which payers return. It records the URLs of their visits. */
export async function startShop(): Promise<{ readonly url: string; readonly visits: readonly URL[] }> {
  const visits: URL[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://shop");
    if (url.pathname === "/thanks") visits.push(url);
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Shop</title><h1>Shop</h1>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  after(() => void server.close());
  return { url: `http://127.0.0.1:${portOf(server.address())}`, visits };
}

function portOf(address: string | AddressInfo | null): number {
  assert.ok(address !== null && typeof address !== "string");
  return address.port;
}
