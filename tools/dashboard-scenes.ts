import type { Page } from "playwright-core";
import { PAGES } from "../dashboard/src/app/pages.ts";
import { PASSWORD } from "../server/testing/users.ts";
import type { DemoShop } from "./demo-shop.ts";

/** One screenshot of the dashboard. */
export interface DashboardScene {
  readonly name: string;
  readonly at: (demo: DemoShop) => string;
  /** The user who is signed in; by default the owner. */
  readonly who?: "owner" | "newcomer" | "nobody";
  /** Prepares the page before the screenshot. */
  readonly act?: (page: Page) => Promise<void>;
}

type Act = NonNullable<DashboardScene["act"]>;

const CHECK = /^(Check|Vérifier)$/;

/** Every page in its initial state, and then the states that need an action of the user. */
export const DASHBOARD_SCENES: readonly DashboardScene[] = [
  ...PAGES.map(
    (page): DashboardScene => ({
      name: page === "/" ? "overview" : page.slice(1).replaceAll(/[/:]+/g, "-"),
      at: (demo) => inShop(demo, demo.pages[page]),
    }),
  ),
  signedOutScene("sign-in", () => "/dashboard"),
  signedOutScene(
    "sign-in-wrong",
    () => "/dashboard",
    (page) => signIn(page, "jane@example.cm", "not the right one"),
  ),
  signedOutScene(
    "sign-in-code",
    () => "/dashboard",
    (page) => signIn(page, "serge@example.cm", PASSWORD),
  ),
  signedOutScene("invitation", ({ invitation }) => invitation),
  signedOutScene("reset", () => "/dashboard/reset#lost"),
  scene("menu", "", openMenu),
  scene("search", "", (page) => searchFor(page, "awa")),
  scene("search-empty", "", (page) => searchFor(page, "")),
  scene("failed-transfer", "/transfers?status=failed", openFirst),
  scene("failed-transfer-again", "/transfers?status=failed", async (page) => {
    await openFirst(page);
    await page.locator(".actions .button-main").click();
    await page.locator('input[name="amount"]').waitFor();
  }),
  scene("transfers-none", "/transfers?status=canceled"),
  scene("transfers-columns", "/transfers", (page) => page.locator("details.menu summary").click()),
  scene("transfers-absent", "/transfers/trf_00000000000000000000000000"),
  scene("transfers-new-wrong", "/transfers/new", (page) => page.getByRole("button", { name: CHECK }).click()),
  scene("transfers-new-review", "/transfers/new", reviewTransfer),
  scene("invoices-new-parts", "/invoices/new", async (page) => {
    await page.getByRole("button", { name: /^(Add a part|Ajouter une échéance)$/ }).click();
    await page.locator('input[name="instalments.0.amount"]').fill("25000");
    await page.getByRole("button", { name: /^(Create an invoice|Créer une facture)$/ }).click();
  }),
  scene("bulk-new-wrong", "/bulk/new", (page) => upload(page, WRONG)),
  scene("bulk-new-right", "/bulk/new", (page) => upload(page, RIGHT)),
  scene("schedules-new-right", "/schedules/new", (page) => upload(page, RIGHT)),
  scene("withdrawals-new-review", "/withdrawals/new", async (page) => {
    await page.locator('input[name="amount"]').fill("250000");
    await page.getByRole("button", { name: CHECK }).click();
    await page.locator(".review").waitFor();
  }),
  scene("bulk-new-unnamed", "/bulk/new", (page) => upload(page, UNNAMED)),
  {
    name: "security-app",
    at: ({ empty }) => `/dashboard/test/${empty.id}/security`,
    who: "newcomer",
    act: (page) => page.locator("section[aria-labelledby=factor] button").first().click(),
  },
  scene("developers-new-key", "/developers", async (page) => {
    await page.getByRole("button", { name: /^(Create keys|Créer des clés)$/ }).click();
    await page.locator('select[name="may"]').selectOption("chosen");
  }),
  scene("developers-rule", "/developers", (page) => page.locator(".key-rule button").click()),
  scene("payments-requested", "/payments?status=pending", async (page) => {
    await page.locator(".row-link").first().click();
    await page.locator('a[href^="https://wa.me/"]').waitFor();
  }),
  recordScene("payments-id-refund", "/payments/:id", (page) =>
    page.getByRole("button", { name: /^(Refund|Rembourser)$/ }).click(),
  ),
  recordScene("beneficiaries-id-delete", "/beneficiaries/:id", (page) =>
    page.getByRole("button", { name: /^(Delete|Supprimer)$/ }).click(),
  ),
  recordScene("transfers-id-step", "/transfers/:id", (page) => page.locator(".step summary").nth(2).click()),
  ...[
    "",
    "/payments",
    "/payment-links",
    "/invoices",
    "/received-parts",
    "/refunds",
    "/transfers",
    "/bulk",
    "/schedules",
    "/withdrawals",
    "/withdrawals/new",
    "/withdrawals/automatic",
    "/withdrawal-accounts",
    "/beneficiaries",
    "/approvals",
  ].map(emptyScene),
  ...["/webhooks", "/events", "/balance", "/statements", "/corrections", "/developers", "/fees", "/limits"].map(
    emptyScene,
  ),
];

/** The screenshots of the merchants' guide. */
export const GUIDE_SCENES: readonly DashboardScene[] = [
  ...["security", "overview", "payments-id", "payments-id-refund", "transfers-new-review", "bulk-new-wrong", "bulk-id"],
  ...["approvals", "transfers-columns", "people", "developers", "webhooks-id-deliveries-delivery"],
].flatMap((name) => DASHBOARD_SCENES.filter((scene) => scene.name === name));

function inShop({ shop }: DemoShop, page: string): string {
  return `/dashboard/test/${shop.id}${page}`;
}

function signedOutScene(name: string, at: DashboardScene["at"], act?: Act): DashboardScene {
  return { name, at, who: "nobody", ...(act ? { act } : {}) };
}

function scene(name: string, page: string, act?: Act): DashboardScene {
  return { name, at: (demo) => inShop(demo, page), ...(act ? { act } : {}) };
}

function recordScene(name: string, page: (typeof PAGES)[number], act: Act): DashboardScene {
  return { name, at: (demo) => inShop(demo, demo.pages[page]), act };
}

/** Returns a scene with a page of a business without data. */
function emptyScene(page: string): DashboardScene {
  const at = (demo: DemoShop): string => `/dashboard/test/${demo.empty.id}${page}`;
  return { name: `empty${page.replaceAll("/", "-") || "-overview"}`, at, who: "newcomer" };
}

/** Opens the search over everything with the keyboard, and waits for its results. */
async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.locator(".find-field input").fill(text);
  await page.locator(text === "" ? ".find-group" : ".find-group:nth-of-type(2)").waitFor();
}

async function openFirst(page: Page): Promise<void> {
  await page.locator(".row-link").first().click();
  await page.locator(".actions .button-main").waitFor();
}

async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Menu" });
  if (await button.isVisible()) await button.click();
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(/e-mail/i).fill(email);
  await page.getByLabel(/^(Password|Mot de passe)$/).fill(password);
  await page.getByRole("button", { name: /^(Sign in|Se connecter)$/ }).click();
  await page.locator(".notice-bad, [autocomplete=one-time-code]").first().waitFor();
}

async function reviewTransfer(page: Page): Promise<void> {
  await page.getByLabel(/^(Name|Nom)$/).fill("Paul Essono");
  await page.locator('input[name="phone"]').fill("699 00 01 11");
  await page.getByLabel(/^(Amount|Montant)$/).fill("250000");
  await page.getByRole("button", { name: CHECK }).click();
  await page.locator(".sums").waitFor();
  await page.waitForTimeout(500);
}

const RIGHT = [
  "name,phone,amount",
  "Jane Mballa,677123456,75000",
  "Paul Essono,699000111,62500",
  "Awa Diallo,678905126,58000",
];
const WRONG = [
  "name,phone,amount",
  "Jane Mballa,677123456,75000",
  "Paul Essono,69900,62500",
  "Awa Diallo,678905126,75.000",
  ",691448203,58000",
];
const UNNAMED = ["Who,Where to,How much", "Jane Mballa,677123456,75000"];

async function upload(page: Page, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(lines.join("\n"));
  await page.locator("input[type=file]").setInputFiles({ name: "salaries.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: CHECK }).click();
  await page.locator(".review, fieldset").first().waitFor();
  await page.evaluate("document.querySelector('.review')?.scrollIntoView()");
}
