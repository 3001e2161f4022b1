import { userInfo } from "node:os";

/** The name of the command-line user, for the audit log. */
export function platformOperatorActor(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    // A user without a name, as in containers.
    return `operator:${process.getuid?.() ?? "unknown"}`;
  }
}
