import type { SeenByMaker } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { Notice } from "./page-elements.tsx";
import { AccountHolder, LookupResult } from "./payee.tsx";

/** The payee: name, number and channel. */
export interface PayeeToLookUp {
  readonly name: string;
  readonly number: string;
  readonly channel: string;
}

interface MakerChecksProps {
  /** The stored look-up result and possible duplicates that the maker saw. */
  readonly checks: SeenByMaker | null;
  /** The payee to look up if the maker made no look-up; null for a bulk and in long lists. */
  readonly payee: PayeeToLookUp | null;
}

/**
 * Shows the approver the account holder and the possible duplicates that the maker saw. If no look-up is stored, looks
 * up the account holder now.
 */
export function MakerChecks({ checks, payee }: MakerChecksProps) {
  const messages = useApprovalMessages();
  const context = useMerchantContext();
  const { holder = null, duplicates = [], repeats = 0 } = checks ?? {};
  return (
    <>
      {holder && <LookupResult lookup={holder} />}
      {!holder && payee !== null && payee.number.startsWith("+") && (
        <AccountHolder payee={{ beneficiary: "", name: payee.name, phone: payee.number }} channel={payee.channel} />
      )}
      {duplicates.length > 0 && (
        <Notice tone="bad">
          {messages.paid_before}{" "}
          {duplicates.map((id) => (
            <span key={id}>
              <Link to={context.pagePath(`/transfers/${id}`)}>{id}</Link>{" "}
            </span>
          ))}
        </Notice>
      )}
      {repeats > 0 && <Notice tone="bad">{messages.repeats(repeats)}</Notice>}
    </>
  );
}
