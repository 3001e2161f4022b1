// Hands the number typed on a link's page to the payment's page. The API shows a payer's number there only if the
// merchant gave it, which a link does not. The number is stored in this tab, until it is read.
const STORAGE_KEY = "kolo.number";

/** Stores a number for the page at this path. */
export function storeHandoffNumber(path: string, number: string): void {
  try {
    sessionStorage.setItem(`${STORAGE_KEY} ${path}`, number);
  } catch {
    // Storage is unavailable: the payer types the number again.
  }
}

/** Returns the number stored for the page at this path and removes it; null on a second call. */
export function takeHandoffNumber(path: string): string | null {
  try {
    const number = sessionStorage.getItem(`${STORAGE_KEY} ${path}`);
    sessionStorage.removeItem(`${STORAGE_KEY} ${path}`);
    return number;
  } catch {
    return null;
  }
}
