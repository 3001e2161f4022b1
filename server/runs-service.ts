/** Whether these words of the command line run the service; any others are a command of the operator's, and soon over. */
export function runsService(words: readonly string[]): boolean {
  const [word = ""] = words.filter((one) => !one.startsWith("-"));
  return word === "serve" || word === "work";
}
