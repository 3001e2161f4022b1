import { parseXml, XmlElement } from "@rgrove/parse-xml";
import type { Tx } from "#db/tx.ts";
import { invalid } from "#kernel/errors.ts";
import { isCurrency } from "#kernel/money.ts";
import { isFixed, setRate } from "./set.ts";

const SOURCE = "European Central Bank, euro foreign exchange reference rates";
export const RATES_FILE_LIMIT_BYTES = 5 * 1024 * 1024;

/**
 * Imports the exchange rates of the European Central Bank's daily file (`eurofxref-daily.xml`), in units per euro.
 * Skips unknown currencies and those with a fixed parity. Returns the number of imported rates. Runs as the engine.
 * Throws `invalid`.
 */
export async function importRates(tx: Tx, xml: string): Promise<number> {
  const day = readDay(xml);
  let imported = 0;
  for (const { currency, rate } of day.rates) {
    if (!isCurrency(currency) || isFixed("EUR", currency)) continue;
    await setRate(tx, { base: "EUR", quote: currency, rate, as_of: day.as_of, source: SOURCE });
    imported += 1;
  }
  return imported;
}

function readDay(xml: string): { as_of: string; rates: readonly { currency: string; rate: string }[] } {
  const cubes = cubesIn(xml);
  const dated = cubes.find((cube) => cube.attributes.time);
  const rates = cubes.flatMap(({ attributes: { currency, rate } }) => (currency && rate ? [{ currency, rate }] : []));
  if (!dated?.attributes.time || rates.length === 0)
    throw invalid("file", "rates_file_invalid", "This is not the Central Bank's daily file of rates");
  return { as_of: dated.attributes.time, rates };
}

function cubesIn(xml: string): readonly XmlElement[] {
  if (xml.length > RATES_FILE_LIMIT_BYTES)
    throw invalid("file", "rates_file_invalid", "The file is too large for a day's rates");
  try {
    const { root } = parseXml(xml);
    return root ? descendants(root).filter((element) => element.name === "Cube") : [];
  } catch {
    throw invalid("file", "rates_file_invalid", "The file is not valid XML");
  }
}

function descendants(element: XmlElement): readonly XmlElement[] {
  const children = element.children.filter((child) => child instanceof XmlElement);
  return [element, ...children.flatMap(descendants)];
}
