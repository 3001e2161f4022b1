import { Reference, Type } from "./fields.ts";
import { ID_PREFIXES } from "./ids.ts";
import { hasKey } from "./redact.ts";

/** Words that paths of payment APIs have in place of a reference: kept free for paths to come. */
const KEPT_WORDS = ["direct", "export", "new", "search", "verify"];
const path_words = new Set(KEPT_WORDS);

/** Reserves the words of a path: `/transfers/bulk/{id}` has `transfers` and `bulk`. `http/route.ts` calls it for every route. */
export function reserveWords(path: string): void {
  for (const word of path.split("/")) if (word !== "" && !word.startsWith("{")) path_words.add(word);
}

// In any case: an id that was copied in capitals must not become a name either.
const LIKE_AN_ID = new RegExp(`^(?:${ID_PREFIXES.join("|")})_[0-9a-hjkmnp-tv-z]{26}$`, "i");

/** Why a text cannot be a reference although it is written as one; null where it can. */
function referenceProblem(text: string): string | null {
  if (LIKE_AN_ID.test(text)) return "Choose another reference: this one looks like an id of Kolo";
  // Clients that do not encode a slash at the end lose it: routes ignore it.
  if (path_words.has(text.toLowerCase().replace(/\/+$/, ""))) {
    return "Choose another reference: this one is a word of the API's paths";
  }
  // It would be kept for ever, and shown to everybody who sees the record.
  if (hasKey(text)) return "Choose another reference: this one looks like a key or a token";
  return null;
}

/**
 * A reference as a merchant chooses it. Paths take an id or a reference, so it must be neither another record's id nor a word
 * that leads elsewhere (interface-decisions 41). What was stored before this rule stays readable: records show `Reference`.
 */
export const NewReference = Type.Refine(
  Type.String({
    ...Reference,
    description:
      "Your own name for it, unique for ever within the environment. It cannot look like an id of Kolo (`pay_…`), a key or a token, nor be a word of the API's paths (`bulk`).",
  }),
  (text) => referenceProblem(text) === null,
  (text) => referenceProblem(String(text)) ?? "This value is not valid",
);
