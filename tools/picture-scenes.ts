import type { Page } from "playwright-core";
import { mobileNumbersOf, networksOf } from "../server/providers/channels.ts";

/** One screenshot of the payment page. */
export interface Scene {
  readonly name: string;
  /** Returns the fields of the service's answer that differ from the default answer. */
  readonly payment?: () => Readonly<Record<string, unknown>>;
  readonly link?: Readonly<Record<string, unknown>>;
  readonly is_absent?: boolean;
  /** Whether every request after the first one fails. */
  readonly is_lost?: boolean;
  /** Prepares the page before the screenshot. */
  readonly act?: (page: Page) => Promise<void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const routes = ["cm.mtn", "cm.orange"];
const channel = { country: "CM", calling_code: "237", minimum: 1, maximum: 100_000_000, routes: [] };

export const PAYMENT = {
  status: "pending",
  amount: 5_000,
  currency: "XAF",
  description: "Commande 1042 · deux sacs de riz",
  reference: "trx.test_019dk2m8q4e7r5t3",
  business: { name: "Chez Jeanne" },
  sandbox: false,
  channel: null,
  phone: null,
  payer_phone: null,
  failure_reason: null,
  failure_code: null,
  tries_left: 5,
  expires_at: isoTimeIn(3 * HOUR_MS),
  processing_at: null,
  callback: null,
  channels: [
    { ...channel, id: "cm.mtn", name: "MTN Mobile Money", operator: "mtn", ussd: "*126#" },
    { ...channel, id: "cm.orange", name: "Orange Money", operator: "orange", ussd: "#150*50#" },
    { ...channel, id: "cm.mobile", name: "Mobile money in Cameroon", operator: null, ussd: null, routes },
  ],
  prefixes: {
    CM: networksOf("CM").flatMap(({ id, prefixes }) => prefixes.map((prefix) => ({ prefix, operator: id }))),
  },
  mobile_numbers: { CM: mobileNumbersOf("CM") },
  network_names: Object.fromEntries(networksOf("CM").map(({ id, name }) => [id, name])),
  sandbox_numbers: [],
};

export const LINK = {
  name: "Cotisation de novembre",
  description: "Association des parents d’élèves, école de Bonamoussadi.",
  amount: null,
  currency: "XAF",
  country: "CM",
  calling_code: "237",
  mobile_numbers: mobileNumbersOf("CM"),
  business: { name: "Chez Jeanne" },
  sandbox: false,
  state: "open",
  minimum: 100,
  maximum: 1_000_000,
};

const test = {
  sandbox: true,
  sandbox_numbers: [
    ["000000", "success"],
    ["000001", "insufficient_funds"],
    ["000002", "failure"],
    ["000003", "no_answer"],
    ["000004", "refused"],
    ["000005", "slow"],
  ].map(([end, outcome]) => ({ phone: `+237677${end}`, outcome })),
};

const long = {
  amount: 12_345_678,
  business: { name: "Établissements Ngo Biyong & Fils, quincaillerie générale de Bafoussam" },
  description: "Facture 2026-0815 : ciment, fers à béton, tôles ondulées et transport jusqu’au chantier de Mbouda",
};

const tried = { channel: "cm.mtn", phone: "+237 6•• •• •• 56" };
const callback = "https://shop.example/thanks?reference=trx.1&status=complete";
const processing = (since_ms: number) => () => ({
  ...tried,
  status: "processing",
  processing_at: isoTimeIn(-since_ms),
  prompt_expires_at: isoTimeIn(5 * MINUTE_MS - since_ms),
  expires_at: isoTimeIn(3 * HOUR_MS - since_ms),
});

/** A pale and a dark colour, with the shades that the service makes of them, and a logo. */
const brandOf = (light: string, dark: string) => ({
  business: { name: "Chez Jeanne", logo: `/pay/logo/${"0".repeat(32)}`, shades: { light, dark } },
});

export const SCENES: readonly Scene[] = [
  scene("form", {}),
  scene("form-brand", { payment: () => brandOf("#87660b", "#ffcc00") }),
  scene("form-test", { payment: () => test }),
  scene("form-test-picked", {
    payment: () => test,
    act: (page) => page.locator(".sandbox-number").first().click(),
  }),
  scene("form-long", { payment: () => long }),
  scene("form-typed", { act: (page) => type(page, "677123456") }),
  scene("form-wrong", { act: (page) => submit(page, "67712") }),
  scene("form-not-served", { act: (page) => submit(page, "662123456") }),
  scene("form-operators", { act: (page) => submit(page, "612345678") }),
  scene("form-again", {
    payment: () => ({
      ...tried,
      failure_code: "insufficient_funds",
      failure_reason: "x",
      payer_phone: "+237677123456",
      expires_at: isoTimeIn(7 * MINUTE_MS),
    }),
  }),
  scene("form-cancel", { act: (page) => page.locator(".step-footer .button-quiet").click() }),
  scene("form-lost", { is_lost: true, act: wake }),
  scene("form-no-tries", { payment: () => ({ ...tried, tries_left: 0, failure_code: "expired" }) }),
  scene("form-no-channel", { payment: () => ({ channels: [] }) }),
  scene("waiting", { payment: processing(4_000) }),
  scene("waiting-test", { payment: () => ({ ...test, ...processing(4_000)() }) }),
  scene("waiting-long", { payment: processing(95_000) }),
  scene("waiting-lost", { payment: processing(4_000), is_lost: true, act: (page) => page.waitForTimeout(1_500) }),
  scene("paid", { payment: () => ({ ...processing(20_000)(), status: "complete" }) }),
  scene("paid-brand", {
    payment: () => ({ ...processing(20_000)(), status: "complete", ...brandOf("#7b1fa2", "#bd8ed1") }),
  }),
  scene("paid-callback", { payment: () => ({ ...processing(20_000)(), status: "complete", callback }) }),
  scene("paid-test", { payment: () => ({ ...processing(20_000)(), ...test, status: "complete", callback }) }),
  scene("failed", {
    payment: () => ({ ...tried, status: "failed", failure_code: "rejected_by_payer", tries_left: 0, callback }),
  }),
  scene("canceled", { payment: () => ({ status: "canceled", callback }) }),
  scene("expired", { payment: () => ({ status: "expired" }) }),
  scene("absent", { is_absent: true }),
  scene("link", { link: {} }),
  scene("link-test", { link: { sandbox: true } }),
  scene("link-fixed", { link: { amount: 2_500 } }),
  scene("link-wrong", {
    link: {},
    act: async (page) => {
      await page.fill("#amount", "50");
      await page.fill("#name", "x".repeat(250));
      await page.click("button[type=submit]");
    },
  }),
  scene("link-closed", { link: { state: "stopped" } }),
  scene("link-full", { link: { state: "limit_reached" } }),
  scene("link-reserved", { link: { state: "rest_reserved", amount: 2_500 } }),
];

function scene(name: string, options: Omit<Scene, "name">): Scene {
  return { name, ...options };
}

function isoTimeIn(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

async function type(page: Page, digits: string): Promise<void> {
  await page.locator("#phone").pressSequentially(digits);
}

async function submit(page: Page, digits: string): Promise<void> {
  await type(page, digits);
  await page.click("button[type=submit]");
}

async function wake(page: Page): Promise<void> {
  await page.evaluate("window.dispatchEvent(new Event('online'))");
  await page.waitForTimeout(200);
}
