/**
 * Cleans pasted text: in a form, a cell of a file, a request. Chat programs, spreadsheets and web pages add invisible
 * characters. The result is Unicode NFC, so that equal texts are equal bytes.
 */

// The common case, which one test detects: printable ASCII without a space at either end, and without two in a row.
const IS_CLEAN = /^(?:[!-~]| (?=[!-~]))+$/;
const STARTS_CLEAN = /^[!-~]/;
const IS_CLEAN_NUMBER = /^(?:\+(?!00))?\d+$/;

// A joiner stays in scripts and emoji that need it: Persian and the languages of India use it within words, 👩‍🌾 is
// one character. Elsewhere it would only make two names differ that look the same.
const NEEDED_JOINER =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}])[\u200C\u200D](?=[\p{L}\p{M}])|(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\uFE0F)?)\u200D(?=\p{Extended_Pictographic})/u;
const NEEDED_SELECTOR = /(?<=\p{Extended_Pictographic})\uFE0F/u;
// Format characters (directions, joiners, soft hyphens, byte order marks), variation selectors, and characters that
// fonts render blank.
const INVISIBLE =
  /\p{Cf}|[\u115F\u1160\u3164\uFFA0]|[\u180B-\u180F]|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]|\u034F|\u17B4|\u17B5/u;
const INVISIBLE_OR_NEEDED = new RegExp(
  `${NEEDED_JOINER.source}|${NEEDED_SELECTOR.source}|(?<invisible>${INVISIBLE.source})`,
  "gu",
);
// A NUL is not removed: PostgreSQL cannot store it, so the request is refused.
const CONTROL = /(?![\0\s\u0085])\p{Cc}/gu;
const SPACES = /[\s\u0085\u2800]+/gu;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/gu;
const SPACES_IN_LINE = /[^\S\n]|\u2800/gu;

/**
 * Cleans a text of one line: a name, an account, a search. Every run of spaces, tabs and line ends becomes one space.
 */
export function normalizeLine(text: string): string {
  if (STARTS_CLEAN.test(text) && IS_CLEAN.test(text)) return text;
  return withoutInvisible(text).replace(CONTROL, "").replace(SPACES, " ").trim().normalize("NFC");
}

/** Cleans a text of several lines: a description, a note. Spaces and line breaks stay. */
export function normalizeText(text: string): string {
  if (STARTS_CLEAN.test(text) && IS_CLEAN.test(text)) return text;
  return withoutInvisible(text)
    .replace(CONTROL, "")
    .replace(LINE_ENDS, "\n")
    .replace(SPACES_IN_LINE, " ")
    .trim()
    .normalize("NFC");
}

/**
 * Cleans an e-mail address, also in the notation of mail programs: `Jane <jane@example.cm>`, `mailto:jane@example.cm`.
 */
export function normalizeEmail(text: string): string {
  const line = toHalfWidth(normalizeLine(text));
  const [, bracketed = line] = /^[^<>]*<([^<>]*)>$/.exec(line) ?? [];
  const [, address = bracketed] = /^mailto:([^?]*)(?:\?.*)?$/i.exec(bracketed.trim()) ?? [];
  // PostgreSQL compares addresses by `lower`, which in some locales handles only ASCII. So all letters beyond ASCII are
  // stored in lower case.
  return address.trim().replace(/[^\0-\x7f]+/g, (letters) => letters.toLowerCase().normalize("NFC"));
}

/** Returns an e-mail address for comparison, in lower case. */
export function lowerCaseEmail(text: string): string {
  return normalizeEmail(text).toLowerCase();
}

/** The most characters of a pasted number, with invisible ones and the parameters of a link. */
export const PASTED_NUMBER_MAX = 200;

/**
 * Cleans a phone number pasted from a link (`tel:`), a spreadsheet (`'677…`, `="677…"`) or a chat, in the digits of any
 * script. Returns digits, with a plus if there was one. A text that is not a number stays readable, and one beyond
 * `PASTED_NUMBER_MAX` unchanged; `phone.ts` refuses both.
 */
export function normalizePhoneNumber(text: string): string {
  if (text.length > PASTED_NUMBER_MAX || IS_CLEAN_NUMBER.test(text)) return text;
  const plain = asciiDigits(withoutInvisible(text).normalize("NFKC"))
    .replace(SPACES, " ")
    .replace(CONTROL, "")
    .replace(KEYCAPS, "");
  const number = unwrapNumber(plain)
    // Removes the zero of `+237 (0) 6…`, which is dialled inside the country only.
    .replace(/(?<=\d\s*)\(\s*0\s*\)/, " ")
    .replace(/[\p{Pd}\p{Ps}\p{Pe}\u2212./\\_~|\u00B7\u2022\u2219\u22C5\u30FB]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (!/^[+\d][+\d ]*$/.test(number)) return number;
  return number.replace(/ /g, "").replace(/^\++(?:00)?/, "+");
}

/** Converts the decimal digits of every script to ASCII. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    // Unicode's digits are in blocks of ten, each of which begins with its zero.
    let digit_value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (/^\p{Nd}$/u.test(String.fromCodePoint(code - digit_value - 1))) digit_value += 1;
    return String(digit_value % 10);
  });
}

function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE_OR_NEEDED, (character, ...match_args) =>
    match_args.at(-1)?.invisible === undefined ? character : "",
  );
}

/** Converts full-width letters and signs, as typed on East Asian keyboards, to ASCII. */
function toHalfWidth(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]+/g, (wide) => wide.normalize("NFKC"));
}

// The enclosing keycap of 6️⃣7️⃣7️⃣.
const KEYCAPS = /\u20E3/gu;
const QUOTES = /^["'`\u00B4\u2018-\u201F\u00AB\u00BB\u02BC\s]+|["'`\u00B4\u2018-\u201F\u00AB\u00BB\u02BC\s]+$/gu;

/** Removes the wrapping that a link or a spreadsheet adds to a number. */
function unwrapNumber(text: string): string {
  const bare = text.trim().replace(/^=/, "").replace(QUOTES, "");
  const linked = /^(?:tel|sms|callto)\s*:\s*(?:\/\/)?([^;?]*)(.*)$/i.exec(bare);
  // A spreadsheet may have formatted the number as an amount.
  if (!linked) return bare.replace(/^(\d{8,15})[.,]0{1,2}$/, "$1");
  const [, number = "", parameters = ""] = linked;
  const [, context = ""] = /;phone-context=(\+\d+)/i.exec(parameters) ?? [];
  const [extension = ""] = /;ext=[^;]*/i.exec(parameters) ?? [];
  return `${number.trim().startsWith("+") ? "" : context}${decodePercent(number)}${extension}`;
}

/** Decodes `%2B237` and the like: a link may encode the plus, spaces and brackets. */
function decodePercent(text: string): string {
  return text.replace(/%(2B|20|28|29)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
