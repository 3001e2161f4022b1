import { Field } from "@kolo/ui/field.tsx";
import { formatAmount, formatMoney, formatTypedAmount, nameOf, readTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import { Form } from "./form.tsx";
import { useFormWords } from "./form-texts.ts";
import { amountOf, type Item, textOf } from "./items.ts";
import type { List } from "./lists.ts";
import { usePlace } from "./place.ts";
import { Actions } from "./record-parts.tsx";
import { Link } from "./router.tsx";
import { Dialog } from "./shell-parts.tsx";

interface DeedsProps {
  readonly list: List;
  readonly item: Item;
  readonly again: () => void;
}

/** What can be done with this record: what its state allows, and what takes a form. */
export function Deeds({ list, item, again }: DeedsProps) {
  const words = useFormWords();
  const place = usePlace();
  const [is_open, setOpen] = useState(false);
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
          onEnd={() => {
            setOpen(false);
            again();
          }}
        />
      )}
    </>
  );
}

/** What of a payment has not been given back. */
function leftOf(item: Item): bigint {
  return (amountOf(item, "amount") ?? 0n) - (amountOf(item, "amount_refunded") ?? 0n);
}

interface RefundProps {
  readonly payment: Item;
  readonly left: bigint;
  readonly onEnd: () => void;
}

/** All of a payment, or a part of it, back to who paid; once, however often it is pressed. */
function RefundDialog({ payment, left, onEnd }: RefundProps) {
  const words = useFormWords();
  const place = usePlace();
  const { language } = useLanguage();
  const currency = textOf(payment, "currency");
  const [amount, setAmount] = useState(formatAmount(left, currency, language));
  const [reason, setReason] = useState("");
  const key = useRef(crypto.randomUUID());
  const sum = readTypedAmount(amount, currency);
  const change = (set: (text: string) => void) => (text: string) => {
    // Another refund, should the first have come through unheard.
    key.current = crypto.randomUUID();
    set(text);
  };
  return (
    <Dialog title={words.refund_title} onClose={onEnd}>
      <p className="quiet">
        {words.refund_left(formatMoney(left, currency, language))} {words.refund_note}
      </p>
      <Form
        label={words.refund_title}
        button={sum ? words.refund_sum(formatMoney(sum, currency, language)) : words.refund}
        check={(): Readonly<Record<string, string>> => (sum ? {} : { amount: words.needed })}
        send={() =>
          place.ask(
            "POST",
            "/refunds",
            { payment: textOf(payment, "id"), amount: Number(sum ?? 0n), ...(reason === "" ? {} : { reason }) },
            { "idempotency-key": key.current },
          )
        }
        onDone={onEnd}
      >
        {(errors) => (
          <>
            <Field
              {...{ label: words.amount, error: errors.amount, name: "amount", value: amount }}
              {...(language === "fr" ? { after: nameOf(currency, language) } : { before: currency })}
              inputMode="numeric"
              format={(text) => formatTypedAmount(text, currency, language)}
              onValue={change(setAmount)}
            />
            <Field
              {...{ label: words.reason, error: errors.reason, name: "reason", value: reason }}
              onValue={change(setReason)}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
