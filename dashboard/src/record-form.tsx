import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { useRef, useState } from "react";
import type { Answer } from "./api.ts";
import { Copyable } from "./cells.tsx";
import { Choice, Form } from "./form.tsx";
import { useFormWords } from "./form-texts.ts";
import { type Item, itemOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { bodyOf, type Draft, draftOf, fieldsOf, isHidden, missing, type RecordForm } from "./record-forms.ts";
import { go, Link } from "./router.tsx";
import { Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";

/** The form for a new payment, payment link, beneficiary or customer. */
export function NewRecordPage({ form }: { readonly form: RecordForm }) {
  const words = useFormWords();
  const { pages } = useWords();
  const place = usePlace();
  const [made, setMade] = useState<Answer | null>(null);
  const title = words.starts[form.label];
  const key = useRef(crypto.randomUUID());
  function done(answer: Answer): void {
    if (form.page === "payments") setMade(answer);
    else go(place.to(`/${form.page}/${textOf(itemOf(answer.body, form.record), "id")}`));
  }
  return (
    <>
      <Link className="back" to={place.to(`/${form.page}`)}>
        ← {pages[form.page]}
      </Link>
      <Heading title={title} />
      <div className="narrow">
        {made ? (
          <PaymentMade form={form} answer={made} />
        ) : (
          <Fill
            form={form}
            before={null}
            button={title}
            onChange={() => {
              key.current = crypto.randomUUID();
            }}
            send={(body) => place.ask("POST", `/${form.page}`, body, { "idempotency-key": key.current })}
            onDone={done}
          />
        )}
      </div>
    </>
  );
}

/** The form that changes a beneficiary or a customer. */
export function EditRecordPage({ form, id }: { readonly form: RecordForm; readonly id: string }) {
  const words = useFormWords();
  const place = usePlace();
  const path = `/${form.page}/${encodeURIComponent(id)}`;
  const { answer, again } = useAnswer(`${place.to(path)} edit`, () => place.ask("GET", path));
  const before = itemOf(answer?.body ?? {}, form.record);
  return (
    <>
      <Link className="back" to={place.to(path)}>
        ← {textOf(before, "name") || id}
      </Link>
      <Heading title={form.label === "customer" ? words.edits.customer : words.edits.beneficiary} />
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={again} />}
      {answer?.is_ok && (
        <div className="narrow">
          <Fill
            form={form}
            before={before}
            button={words.save}
            send={(body) => place.ask("PUT", path, body)}
            onDone={() => go(place.to(path))}
          />
        </div>
      )}
    </>
  );
}

interface FillProps {
  readonly form: RecordForm;
  readonly before: Item | null;
  readonly button: string;
  readonly onChange?: () => void;
  readonly send: (body: Item) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
}

function Fill({ form, before, button, onChange, send, onDone }: FillProps) {
  const words = useFormWords();
  const place = usePlace();
  const [draft, setDraft] = useState<Draft>(() => draftOf(form, before));
  const business = { currency: textOf(place.business, "currency"), country: textOf(place.business, "country") };
  const set = (field: string) => (text: string) => {
    onChange?.();
    setDraft({ ...draft, [field]: text });
  };
  return (
    <Form
      label={button}
      button={button}
      check={() => missing(form, draft, before, words, business.currency)}
      send={() => send(bodyOf(form, draft, business, before === null))}
      onDone={onDone}
    >
      {(errors) =>
        fieldsOf(form, draft, before === null).map((field) => (
          <OneField
            key={field}
            form={form}
            field={field}
            value={draft[field] ?? ""}
            stored={before === null ? "" : textOf(before, field)}
            error={errors[field]}
            currency={business.currency}
            onValue={set(field)}
          />
        ))
      }
    </Form>
  );
}

interface OneFieldProps {
  readonly form: RecordForm;
  readonly field: RecordForm["fields"][number];
  readonly value: string;
  /** The stored value; empty for a new record. */
  readonly stored: string;
  readonly error: string | undefined;
  readonly currency: string;
  readonly onValue: (value: string) => void;
}

function OneField({ form, field, value, stored, error, currency, onValue }: OneFieldProps) {
  const words = useFormWords();
  const { kinds } = useWords();
  const help = form.helps[field];
  const is_optional = !form.needed.includes(field) && !form.one_of.includes(field);
  const label = words.fields[field];
  const common = {
    ...{ label: is_optional ? words.optional(label) : label, error, name: field, value, onValue },
    help: isHidden(stored) ? words.keeps(stored) : help && words.helps[help],
  };
  if (field === "type") {
    const types = ["mobile_money", "bank_account", "cash_pickup"] as const;
    return <Choice {...common} options={types.map((type) => [type, kinds[type]] as const)} />;
  }
  if (field === "amount") return <AmountField {...common} currency={currency} />;
  if (field === "phone") return <Field {...common} type="tel" inputMode="tel" />;
  if (field === "email") return <Field {...common} type="email" inputMode="email" />;
  return <Field {...common} />;
}

/** The payment page's URL: the merchant only has to send it to the payer. */
function PaymentMade({ form, answer }: { readonly form: RecordForm; readonly answer: Answer }) {
  const words = useFormWords();
  const place = usePlace();
  return (
    <>
      <Notice>
        <p>{words.send_link}</p>
        <p>
          <Copyable text={textOf(answer.body, "authorization_url")} />
        </p>
      </Notice>
      <Link
        className="button button-main"
        to={place.to(`/${form.page}/${textOf(itemOf(answer.body, form.record), "id")}`)}
      >
        {words.to_payment}
      </Link>
    </>
  );
}
