/** A page or an action of the dashboard. */
export interface Command {
  readonly label: string;
  readonly path: string;
}

/**
 * The commands with a word that begins with each word of the text, whatever the case and the accents. Those that begin with the text
 * come first.
 */
export function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = wordsOf(text);
  const matching = commands.filter(({ label }) => {
    const own_words = wordsOf(label);
    return words.every((word) => own_words.some((own) => own.startsWith(word)));
  });
  const begins = ({ label }: Command): boolean => wordsOf(label).join(" ").startsWith(words.join(" "));
  return [...matching.filter(begins), ...matching.filter((command) => !begins(command))];
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}
