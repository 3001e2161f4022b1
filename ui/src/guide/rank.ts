/** A part of a page in the search index: its address, the page's title, its heading, and its text. */
export type IndexEntry = readonly [url: string, title: string, heading: string, text: string];

export interface SearchMatch {
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  /** The text around the first word that was found. */
  readonly excerpt: string;
}

const MATCHES_MAX = 10;
const EXCERPT_LENGTH = 140;
const [TITLE_WEIGHT, HEADING_WEIGHT, TEXT_WEIGHT] = [8, 4, 1];
// A field that contains the words one after another counts as several that contain one of them.
const PHRASE_FACTOR = 5;
// Most readers look for how something is done.
const [GUIDES, GUIDE_FACTOR] = [/\/(?:start|guides)\//, 2];

/** Returns the parts that contain every word of the query, the best first. Case and accents do not matter. */
export function searchIndex(entries: readonly IndexEntry[], query: string): readonly SearchMatch[] {
  const words = fold(query)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  return entries
    .map((entry, place) => ({ entry, place, weight: weigh(entry, words) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .slice(0, MATCHES_MAX)
    .map(({ entry: [url, title, heading, text] }) => ({ url, title, heading, excerpt: excerptOf(text, words) }));
}

/** Returns 0 if a word is missing. */
function weigh([url, title, heading, text]: IndexEntry, words: readonly string[]): number {
  const fields = [
    [fold(title), TITLE_WEIGHT],
    [fold(heading), HEADING_WEIGHT],
    [fold(text), TEXT_WEIGHT],
  ] as const;
  const phrase = words.join(" ");
  let total = fields.reduce((sum, [field, weight]) => sum + (field.includes(phrase) ? weight * PHRASE_FACTOR : 0), 0);
  for (const word of words) {
    const weight = fields.reduce((sum, [field, field_weight]) => sum + (field.includes(word) ? field_weight : 0), 0);
    if (weight === 0) return 0;
    total += weight;
  }
  return GUIDES.test(url) ? total * GUIDE_FACTOR : total;
}

function excerptOf(text: string, words: readonly string[]): string {
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - EXCERPT_LENGTH / 3);
  const begin = places.length === 0 ? 0 : Math.floor(start);
  const excerpt = text.slice(begin, begin + EXCERPT_LENGTH).trim();
  return `${begin > 0 ? "…" : ""}${excerpt}${begin + EXCERPT_LENGTH < text.length ? "…" : ""}`;
}

/** Accents are removed one for one, so that places in the folded text are places in the text. */
function fold(text: string): string {
  return text.replace(/\p{L}/gu, (letter) => {
    const plain = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    return plain.length === letter.length ? plain : letter;
  });
}
