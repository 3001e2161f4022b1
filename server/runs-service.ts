/** Whether these command-line words start the service. Any others are an operator's command, which ends soon. */
export function runsService(words: readonly string[]): boolean {
  const [word = ""] = words.filter((one) => !one.startsWith("-"));
  return word === "serve" || word === "work";
}
