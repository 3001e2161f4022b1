import { userInfo } from "node:os";

/** Who works on the command line, for the log of privileged acts. */
export function operatorName(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    // A user without a name, as containers have.
    return `operator:${process.getuid?.() ?? "unknown"}`;
  }
}
