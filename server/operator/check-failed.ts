/** Thrown by a command that found and printed a difference. Its exit code is 3. */
export class CheckFailed extends Error {}
