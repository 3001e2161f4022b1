/** How a country writes its numbers. */
interface NumberingPlan {
  readonly groups: readonly number[];
  /** People write a zero in front inside the country that is no part of the number: `0772…` for `+256 772…`. */
  readonly has_trunk_zero?: true;
}

// By calling code. The groups are those in which people of the country say their numbers.
const PLANS = new Map<string, NumberingPlan>([
  ["211", { groups: [3, 3, 3], has_trunk_zero: true }],
  ["221", { groups: [2, 3, 2, 2] }],
  ["224", { groups: [3, 2, 2, 2] }],
  ["225", { groups: [2, 2, 2, 2, 2] }],
  ["226", { groups: [2, 2, 2, 2] }],
  ["229", { groups: [2, 2, 2, 2, 2] }],
  ["231", { groups: [2, 3, 4], has_trunk_zero: true }],
  ["233", { groups: [2, 3, 4], has_trunk_zero: true }],
  ["234", { groups: [3, 3, 4], has_trunk_zero: true }],
  ["237", { groups: [1, 2, 2, 2, 2] }],
  ["241", { groups: [2, 2, 2, 2], has_trunk_zero: true }],
  ["242", { groups: [2, 3, 4] }],
  ["243", { groups: [3, 3, 3], has_trunk_zero: true }],
  ["250", { groups: [3, 3, 3], has_trunk_zero: true }],
  ["254", { groups: [3, 6], has_trunk_zero: true }],
  ["255", { groups: [3, 3, 3], has_trunk_zero: true }],
  ["256", { groups: [3, 6], has_trunk_zero: true }],
  ["260", { groups: [2, 7], has_trunk_zero: true }],
  ["268", { groups: [4, 4] }],
  ["27", { groups: [2, 3, 4], has_trunk_zero: true }],
]);
const PAIRS = [2, 2, 2, 2, 2, 2, 2];
// E.164 allows 15 digits.
const DIGITS_LIMIT = 15;

/** Groups the national digits of a complete or partial number: `6 77 12 34 56`. */
export function groupPhone(digits: string, calling_code: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const size of PLANS.get(calling_code)?.groups ?? PAIRS) {
    if (from >= digits.length) break;
    parts.push(digits.slice(from, from + size));
    from += size;
  }
  if (from < digits.length) parts.push(digits.slice(from));
  return parts.join("\u00a0");
}

/**
 * Extracts the national digits from a number in any spelling, typed or pasted. For Cameroon, `+237 6 77…`, `00237…`,
 * `237677…`, `tel:677…` and `677…` are equal. The service parses numbers alike (test/text-normalization.test.ts).
 */
export function nationalDigits(text: string, calling_code: string): string {
  const plain = asciiDigits(text.normalize("NFKC"))
    // Removes the parameters of a link (`tel:677…;phone-context=+237`), and the national trunk zero: `+237 (0) 6…`.
    .replace(/;.*$/s, "")
    .replace(/%2B/gi, "+")
    .replace(/%20/g, " ")
    .replace(/(\d\s*)\(\s*0\s*\)/, "$1")
    // A spreadsheet may have formatted the number as an amount, with decimals.
    .replace(/^(\d{8,})[.,]0{1,2}$/, "$1");
  const digits = plain.replace(/\D/g, "").slice(0, DIGITS_LIMIT + 2);
  const plan = PLANS.get(calling_code);
  return stripTrunkZero(stripInternational(digits, /^\D*\+(?!\s*00)/.test(plain), calling_code, plan), plan);
}

function stripInternational(digits: string, has_plus: boolean, calling_code: string, plan?: NumberingPlan): string {
  if (has_plus) return stripCallingCode(digits, calling_code);
  if (digits.startsWith("00")) return stripCallingCode(digits.slice(2), calling_code);
  const whole = plan?.groups.reduce((sum, size) => sum + size, 0);
  return whole !== undefined && digits.length > whole ? stripCallingCode(digits, calling_code) : digits;
}

function stripTrunkZero(digits: string, plan?: NumberingPlan): string {
  return plan?.has_trunk_zero ? digits.replace(/^0/, "") : digits;
}

/** Converts the decimal digits of every script to ASCII. Unicode encodes them in runs of ten. */
function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let offset = 0;
    while (/^\p{Nd}$/u.test(String.fromCodePoint(code - offset - 1))) offset += 1;
    return String(offset % 10);
  });
}

function stripCallingCode(digits: string, calling_code: string): string {
  return digits.startsWith(calling_code) ? digits.slice(calling_code.length) : digits;
}

/** `+237 6 77 12 34 56` for `+237677123456`. A masked number's asterisks and dots keep their positions. */
export function formatPhone(e164: string, calling_code: string): string {
  const start = `+${calling_code}`;
  if (!e164.startsWith(start)) return e164;
  const national = e164.slice(start.length);
  return /^\d+$/.test(national) ? `${start}\u00a0${groupPhone(national, calling_code)}` : e164;
}
