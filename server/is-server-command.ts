/** Whether these command-line words start the service. Any others are an operator's command, which ends soon. */
export function isServerCommand(args: readonly string[]): boolean {
  const [command = ""] = args.filter((arg) => !arg.startsWith("-"));
  return command === "serve" || command === "work";
}
