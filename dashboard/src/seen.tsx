import { useApprovalWords } from "./approval-texts.ts";
import { type Item, isItem, itemOf, numberOf, textsOf } from "./items.ts";
import { HolderOf, Verdict } from "./payee.tsx";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { Notice } from "./shell-parts.tsx";

/** The payee: name, number and channel. */
export interface SeenPayee {
  readonly name: string;
  readonly number: string;
  readonly channel: string;
}

interface SeenProps {
  /** The look-up result and possible duplicates that the maker saw, as stored. */
  readonly seen: unknown;
  /** The payee to look up if the maker made no look-up; null for a bulk and in long lists. */
  readonly payee: SeenPayee | null;
}

/**
 * For the approver: the account holder and possible duplicates, as the maker saw them. Without a stored look-up, it makes one
 * now.
 */
export function SeenByMaker({ seen, payee }: SeenProps) {
  const words = useApprovalWords();
  const place = usePlace();
  const kept: Item = isItem(seen) ? seen : {};
  const duplicates = textsOf(kept, "duplicates");
  const repeats = numberOf(kept, "repeats");
  return (
    <>
      {isItem(kept.holder) && <Verdict lookup={itemOf(kept, "holder")} />}
      {!isItem(kept.holder) && payee !== null && payee.number.startsWith("+") && (
        <HolderOf payee={{ beneficiary: "", name: payee.name, phone: payee.number }} channel={payee.channel} />
      )}
      {duplicates.length > 0 && (
        <Notice tone="bad">
          {words.paid_before}{" "}
          {duplicates.map((id) => (
            <span key={id}>
              <Link to={place.to(`/transfers/${id}`)}>{id}</Link>{" "}
            </span>
          ))}
        </Notice>
      )}
      {repeats > 0 && <Notice tone="bad">{words.repeats(repeats)}</Notice>}
    </>
  );
}
