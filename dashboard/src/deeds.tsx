import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatAmount, formatMoney, readTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { Answer } from "./api.ts";
import { Form } from "./form.tsx";
import { useFormWords } from "./form-texts.ts";
import { amountOf, type Item, textOf } from "./items.ts";
import type { List } from "./lists.ts";
import { usePlace } from "./place.ts";
import { Actions } from "./record-parts.tsx";
import { Link } from "./router.tsx";
import { type Attempts, noAttempts, sendOnce } from "./send-once.ts";
import { useSendWords } from "./send-texts.ts";
import { Dialog } from "./shell-parts.tsx";

interface DeedsProps {
  readonly list: List;
  readonly item: Item;
  readonly again: () => void;
}

/** The actions of a record: those that its state allows, and those with a form. */
export function Deeds({ list, item, again }: DeedsProps) {
  const words = useFormWords();
  const place = usePlace();
  const [is_open, setOpen] = useState(false);
  // Kept while the dialog is closed or changed: a changed refund must not be sent beside one whose answer was lost.
  const attempts = useRef(noAttempts<Item>());
  const left = leftOf(item);
  const right = list.page === "beneficiaries" ? "pay" : "charge";
  const can_edit = (list.page === "beneficiaries" || list.page === "customers") && place.may(right);
  return (
    <>
      <Actions page={list.page} item={item} again={again} onForm={() => setOpen(true)}>
        {can_edit && (
          <Link className="button" to={place.to(`/${list.page}/${textOf(item, "id")}/edit`)}>
            {words.edit}
          </Link>
        )}
      </Actions>
      {is_open && (
        <RefundDialog
          payment={item}
          left={left}
          attempts={attempts}
          onEnd={() => {
            setOpen(false);
            again();
          }}
        />
      )}
    </>
  );
}

/** The part of a payment that is not refunded, in the smallest unit. */
function leftOf(item: Item): bigint {
  return (amountOf(item, "amount") ?? 0n) - (amountOf(item, "amount_refunded") ?? 0n);
}

interface RefundProps {
  readonly payment: Item;
  readonly left: bigint;
  readonly attempts: { current: Attempts<Item> };
  readonly onEnd: () => void;
}

/** Refunds a payment in full or in part. Repeated presses create one refund only. */
function RefundDialog({ payment, left, attempts, onEnd }: RefundProps) {
  const words = useFormWords();
  const sending = useSendWords();
  const place = usePlace();
  const { language } = useLanguage();
  const currency = textOf(payment, "currency");
  const [amount, setAmount] = useState(formatAmount(left, currency, language));
  const [reason, setReason] = useState("");
  const sum = readTypedAmount(amount, currency);
  async function send(): Promise<Answer> {
    const order = { payment: textOf(payment, "id"), amount: Number(sum ?? 0n), ...(reason === "" ? {} : { reason }) };
    const outcome = await sendOnce(attempts.current, order, (body, key) =>
      place.ask("POST", "/refunds", body, { "idempotency-key": key }),
    );
    attempts.current = outcome.attempts;
    const { kind, answer } = outcome.sent;
    if (kind === "unknown") return saying(answer, sending.lost);
    return kind === "earlier" ? saying(answer, sending.earlier_sent) : answer;
  }
  return (
    <Dialog title={words.refund_title} onClose={onEnd}>
      <p className="quiet">
        {words.refund_left(formatMoney(left, currency, language))} {words.refund_note}
      </p>
      <Form
        label={words.refund_title}
        button={sum ? words.refund_sum(formatMoney(sum, currency, language)) : words.refund}
        check={(): Readonly<Record<string, string>> => (sum ? {} : { amount: words.needed })}
        send={send}
        onDone={onEnd}
      >
        {(errors) => (
          <>
            <AmountField
              {...{ label: words.amount, error: errors.amount, name: "amount", currency, value: amount }}
              onValue={setAmount}
            />
            <Field
              {...{ label: words.reason, error: errors.reason, name: "reason", value: reason }}
              onValue={setReason}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

// A status other than 0, because the text for status 0 is not about money.
const NOT_SAID = 409;

/** A failed answer with this message. */
function saying(answer: Answer, message: string): Answer {
  return { ...answer, status: NOT_SAID, is_ok: false, errors: {}, message };
}
