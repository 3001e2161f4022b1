/** The number of counted characters before the caret: digits, or the characters that match `counts`. */
export function countedBefore(text: string, caret: number, counts: RegExp = /\d/): number {
  return [...text.slice(0, caret)].filter((sign) => counts.test(sign)).length;
}

/** The caret position after reformatting: after the same number of counted characters as before. */
export function caretAfter(text: string, counted: number, counts: RegExp = /\d/): number {
  if (counted === 0) return 0;
  let passed = 0;
  for (let at = 0; at < text.length; at++) {
    if (counts.test(text.charAt(at))) passed++;
    if (passed === counted) return at + 1;
  }
  return text.length;
}
