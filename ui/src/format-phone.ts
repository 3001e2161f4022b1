/** How the numbers of a country are written, by its calling code. */
interface Plan {
  readonly groups: readonly number[];
}

// As people say them.
const PLANS = new Map<string, Plan>([
  ["237", { groups: [1, 2, 2, 2, 2] }],
  ["225", { groups: [2, 2, 2, 2, 2] }],
  ["221", { groups: [2, 3, 2, 2] }],
  ["234", { groups: [3, 3, 4] }],
]);
const PAIRS = [2, 2, 2, 2, 2, 2, 2];
// E.164.
const DIGITS_LIMIT = 15;

/** `6 77 12 34 56`: the digits of a number inside its country, also while they are being typed. */
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
 * The digits inside the country, of a number in any spelling: `+237 6 77…`, `00237…`, `237677…` and `677…` are the
 * same to Cameroon.
 */
export function nationalDigits(text: string, calling_code: string): string {
  const digits = text.replace(/\D/g, "").slice(0, DIGITS_LIMIT + 2);
  if (/^\s*\+/.test(text)) return without(digits, calling_code);
  if (digits.startsWith("00")) return without(digits.slice(2), calling_code);
  const groups = PLANS.get(calling_code)?.groups;
  const whole = groups?.reduce((sum, size) => sum + size, 0);
  return whole !== undefined && digits.length > whole ? without(digits, calling_code) : digits;
}

function without(digits: string, calling_code: string): string {
  return digits.startsWith(calling_code) ? digits.slice(calling_code.length) : digits;
}

/** `+237 6 77 12 34 56` for `+237677123456`. Stars and dots of a masked number stay where they are. */
export function formatPhone(e164: string, calling_code: string): string {
  const start = `+${calling_code}`;
  if (!e164.startsWith(start)) return e164;
  const rest = e164.slice(start.length);
  return /^\d+$/.test(rest) ? `${start}\u00a0${groupPhone(rest, calling_code)}` : e164;
}
