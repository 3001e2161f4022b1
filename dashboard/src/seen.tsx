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
  /** Of whom the operator is asked where nobody had; nobody for a bulk, and in a list of many. */
  readonly payee: SeenPayee | null;
}

/**
 * For the second person: whose number it is, and what looks like the same payment, as whoever asked saw it. Where nobody had asked
 * the operator, it is asked now.
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
