/** Limits of one record's metadata (interface-decisions 40). */
export const METADATA = {
  /** Bytes of compact JSON in UTF-8. */
  bytes_max: 16 * 1024,
  /** Names in one object. */
  names_max: 50,
  /** Characters of a name. */
  name_max: 40,
  /** Characters of a text. */
  text_max: 500,
  /** Levels of nested objects and lists, the metadata itself included. */
  levels_max: 3,
} as const;

/** The first reason to refuse the metadata, or null. The schema handles values that are not objects. */
export function metadataProblem(metadata: unknown): string | null {
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) return null;
  const problem = problemIn(metadata, 1);
  if (problem !== null) return problem;
  if (Buffer.byteLength(JSON.stringify(metadata)) <= METADATA.bytes_max) return null;
  return `Send at most ${METADATA.bytes_max / 1024} KiB, counted as JSON`;
}

function problemIn(value: unknown, level: number): string | null {
  if (typeof value === "number") return isExact(value) ? null : INEXACT;
  if (typeof value === "string") return exceedsLength(value, METADATA.text_max) ? TEXT_TOO_LONG : null;
  if (typeof value !== "object" || value === null) return null;
  if (level > METADATA.levels_max) return `Nest objects and lists at most ${METADATA.levels_max} levels deep`;
  const entries = Object.entries(value);
  if (!Array.isArray(value)) {
    if (entries.length > METADATA.names_max) return `Send at most ${METADATA.names_max} names in one object`;
    if (entries.some(([name]) => exceedsLength(name, METADATA.name_max))) return NAME_TOO_LONG;
  }
  for (const [, inner] of entries) {
    const problem = problemIn(inner, level + 1);
    if (problem !== null) return problem;
  }
  return null;
}

const INEXACT = `Send numbers beyond ${Number.MAX_SAFE_INTEGER} as text: they would not be kept as they are`;
const TEXT_TOO_LONG = `Send texts of at most ${METADATA.text_max} characters`;
const NAME_TOO_LONG = `Send names of at most ${METADATA.name_max} characters`;

/**
 * Whether JSON parsing preserved the number: integers above 2^53 were rounded, and numbers beyond the range became
 * infinite.
 */
function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** Counts code points, as JSON Schema does for `maxLength`. */
function exceedsLength(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}
