import { formatPhone } from "./format-phone.ts";

/** A phone number, grouped as people say it. */
export function Phone({ number, calling_code }: { readonly number: string; readonly calling_code: string }) {
  return <span className="phone">{formatPhone(number, calling_code)}</span>;
}
