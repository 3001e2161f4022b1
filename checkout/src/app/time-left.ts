const MINUTE_S = 60;
const HOUR_S = 3_600;

/** Formats milliseconds as `2 h 58 min` or `12 min`, and below two minutes as `1:05`. Negative values count as 0. */
export function formatTimeLeft(left_ms: number): string {
  const seconds = Math.max(0, Math.ceil(left_ms / 1_000));
  if (seconds < 2 * MINUTE_S) {
    return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
  }
  // Rounded up, so that the text never understates the time.
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (seconds < HOUR_S) return `${minutes}\u00a0min`;
  const remaining_minutes = minutes % MINUTE_S;
  const hours = `${Math.floor(minutes / MINUTE_S)}\u00a0h`;
  return remaining_minutes === 0 ? hours : `${hours}\u00a0${remaining_minutes}\u00a0min`;
}
