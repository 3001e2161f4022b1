import { Reference, Type } from "./fields.ts";
import { ID_PREFIXES } from "./ids.ts";
import { containsSecret } from "./redact.ts";

/** Words that other payment APIs use in paths in place of a reference. Kolo reserves them for future paths. */
const RESERVED_SEGMENTS = ["direct", "export", "new", "search", "verify"];
const reserved_segments = new Set(RESERVED_SEGMENTS);
/** The words below the first level, such as `bulk`: a reference `bulk/7` would lead a client that does not encode it there. */
const inner_segments = new Set(RESERVED_SEGMENTS);

/**
 * Reserves the words of a path, such as `transfers` and `bulk` of `/transfers/bulk/{id}`. `http/route.ts` calls it for
 * every route.
 */
export function reservePathSegments(path: string): void {
  const words = path.split("/").slice(1);
  for (const [level, segment] of words.entries()) {
    if (segment === "" || segment.startsWith("{")) continue;
    reserved_segments.add(segment);
    if (level > 0) inner_segments.add(segment);
  }
}

// The pattern ignores case: an id copied in capitals must not become a reference either.
const ID_PATTERN = new RegExp(`^(?:${ID_PREFIXES.join("|")})_[0-9a-hjkmnp-tv-z]{26}$`, "i");

/** The reason why a well-formed text cannot be a reference; null if it can. */
function referenceProblem(text: string): string | null {
  const segments = unencodedSegments(text);
  const [first = ""] = segments ?? [];
  if ([text, first].some((part) => ID_PATTERN.test(part))) {
    return "Choose another reference: this one looks like an id of Kolo";
  }
  const words = segments !== null && segments.length > 1 ? inner_segments : reserved_segments;
  if (segments === null || words.has(first.toLowerCase())) {
    return "Choose another reference: this one is a word of the API's paths";
  }
  // A key used as a reference would be stored for ever, and shown to everybody who sees the record.
  if (containsSecret(text)) return "Choose another reference: this one looks like a key or a token";
  return null;
}

const FOLDER = "/r/";

/**
 * The path segments that a server would read if a client put the text into a URL without encoding it: `pay_1/`, `pay_1?x`,
 * `a/../pay_1` and `%70ay_1` are all `pay_1`. Null if the text would lead to another folder.
 */
function unencodedSegments(text: string): readonly string[] | null {
  if (!/[/\\?#%]/.test(text)) return [text];
  const { pathname } = new URL(`http://localhost${FOLDER}${text}`);
  if (!pathname.startsWith(FOLDER)) return null;
  return pathname.slice(FOLDER.length).replace(/\/+$/, "").split("/").map(decodedSegment);
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * A reference chosen by a merchant. Paths take an id or a reference, so it must be neither an id nor a reserved word
 * (interface-decisions 41). References stored before this rule stay readable: records use `Reference`.
 */
export const NewReference = Type.Refine(
  Type.String({
    ...Reference,
    "x-reason": "reference_reserved",
    description:
      "Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`).",
  }),
  (text) => referenceProblem(text) === null,
  (text) => referenceProblem(String(text)) ?? "This value is not valid",
);
