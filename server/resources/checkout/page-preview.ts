import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import { toMajor } from "#kernel/money.ts";
import type { PagePreview } from "#kernel/page-preview.ts";
import type { Environment } from "#kernel/scope.ts";
import { readBrand } from "#resources/branding/set.ts";
import { find as findMerchant, type Merchant } from "#resources/merchants/store.ts";
import { findPaymentByToken, findPaymentLink } from "./find.ts";
import { findInvoiceByToken } from "./invoice-page.ts";

/** The order that a hosted page shows. */
interface ShownOrder {
  readonly merchant: string;
  readonly environment: Environment;
  /** Null if the payer chooses it. */
  readonly amount: bigint | null;
  readonly currency: string;
  readonly description: string | null;
}

/** The languages that the reader's program accepts, from Accept-Language; null if it names none. */
type AcceptedLanguages = string | null;

export interface PreviewReader {
  readonly languages: AcceptedLanguages;
  /** The beginning of the pages' addresses. */
  readonly public_url: string;
}

export async function readPaymentPreview(tx: Tx, token: string, reader: PreviewReader): Promise<PagePreview> {
  return previewOf(tx, await findPaymentByToken(tx, token), reader);
}

export async function readLinkPreview(tx: Tx, id: string, reader: PreviewReader): Promise<PagePreview> {
  const link = await findPaymentLink(tx, id);
  return previewOf(tx, { ...link, description: link.name }, reader);
}

export async function readInvoicePreview(tx: Tx, token: string, reader: PreviewReader): Promise<PagePreview> {
  return previewOf(tx, await findInvoiceByToken(tx, token), reader);
}

async function previewOf(tx: Tx, order: ShownOrder, { languages, public_url }: PreviewReader): Promise<PagePreview> {
  const merchant = await findMerchant(tx, order.merchant);
  assert(merchant, "an order belongs to a merchant");
  const { logo } = await readBrand(tx, order.merchant);
  const language = previewLanguage(merchant, languages);
  const sum = order.amount === null ? null : formatSum(order.amount, order.currency, language);
  const title = [order.environment === "test" ? "Test" : null, merchant.name, sum].filter((part) => part !== null);
  return {
    language,
    title: title.join(" · "),
    site_name: merchant.name,
    description: order.description ?? DESCRIPTIONS[language],
    image: logo === null ? null : `${public_url}${logo}`,
  };
}

const DESCRIPTIONS = { en: "Pay by mobile money", fr: "Payer par mobile money" };
type Language = keyof typeof DESCRIPTIONS;

/**
 * The first language of the reader that the page has. Chat programs that load a preview often name none: then it is the
 * language that most people in the merchant's country read, if the page has it.
 */
function previewLanguage({ country }: Pick<Merchant, "country">, languages: AcceptedLanguages): Language {
  const accepted = /(?:^|,)\s*(fr|en)\b/i.exec(languages ?? "")?.[1]?.toLowerCase();
  const language = accepted ?? new Intl.Locale("und", { region: country }).maximize().language;
  return language === "fr" ? "fr" : "en";
}

/** `XAF 75,000` in English, `75 000 FCFA` in French. */
function formatSum(amount: bigint, currency: string, language: Language): string {
  const display = language === "fr" ? "symbol" : "code";
  const format = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: display });
  return format.format(Number(toMajor(amount, currency)));
}
