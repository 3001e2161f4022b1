/** How well an expected name matches the name a provider returns. */
export type NameMatch = "matches" | "similar" | "differs";

// Shorter parts are initials and particles: there, one letter more or less makes a different name.
const SIMILAR_LENGTH_MIN = 5;

/**
 * Compares two names as people write them. Order, case and accents do not count; an additional given name on either
 * side is allowed. One wrong letter in a long part makes the result `similar`.
 */
export function matchNames(expected: string, reported: string): NameMatch {
  const [fewer = [], more = []] = [partsOf(expected), partsOf(reported)].sort((a, b) => a.length - b.length);
  if (fewer.length === 0) return "differs";
  let result: NameMatch = "matches";
  const unmatched = [...more];
  // Match identical parts first, so that a merely similar part does not take another part's identical match.
  const remaining = fewer.filter((part) => !removeFirst(unmatched, (other) => other === part));
  for (const part of remaining) {
    if (!removeFirst(unmatched, (other) => isSimilar(part, other))) return "differs";
    result = "similar";
  }
  return result;
}

function removeFirst(parts: string[], fits: (part: string) => boolean): boolean {
  const index = parts.findIndex(fits);
  if (index >= 0) parts.splice(index, 1);
  return index >= 0;
}

function partsOf(name: string): readonly string[] {
  const normalized = name
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toUpperCase();
  return normalized.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
}

/** Whether one part is the other's initial, or differs by one letter added, left out or changed. */
function isSimilar(a: string, b: string): boolean {
  if (a.length === 1 || b.length === 1) return a[0] === b[0];
  if (Math.min(a.length, b.length) < SIMILAR_LENGTH_MIN || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}
