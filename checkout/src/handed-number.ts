// The number typed on a link's page, for the page of the payment that the link makes: it is told only what the merchant
// knows of a payer, which for a link is nothing. Kept in this tab, and only until it is read.
const KEPT_AS = "kolo.number";

/** Leaves a number for the page at this path. */
export function handNumber(path: string, number: string): void {
  try {
    sessionStorage.setItem(`${KEPT_AS} ${path}`, number);
  } catch {
    // The browser keeps nothing: the payer types it once more.
  }
}

/** The number left for the page at this path; null the second time. */
export function takeNumber(path: string): string | null {
  try {
    const number = sessionStorage.getItem(`${KEPT_AS} ${path}`);
    sessionStorage.removeItem(`${KEPT_AS} ${path}`);
    return number;
  } catch {
    return null;
  }
}
