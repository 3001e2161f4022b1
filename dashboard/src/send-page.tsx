import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney, readTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { Answer } from "./api.ts";
import { isAboveRule, useRule } from "./approval.tsx";
import { useApprovalWords } from "./approval-texts.ts";
import { Sum } from "./cells.tsx";
import { useChannelNames } from "./channel-name.tsx";
import { useArrival, useHandingOn } from "./focus.ts";
import { Choice, Form } from "./form.tsx";
import { amountOf, type Item, itemOf, itemsOf, textOf, textsOf } from "./items.ts";
import { useBegun } from "./leaving.tsx";
import { HolderOf, NOBODY, type Payee, PayeeFields } from "./payee.tsx";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { said } from "./said.ts";
import { type Attempts, noAttempts } from "./send-once.ts";
import { useSendWords } from "./send-texts.ts";
import { useSending } from "./sending.tsx";
import { Heading, Notice } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useSeenAnswer } from "./use-answer.ts";

interface Draft {
  readonly amount: string;
  readonly channel: string;
  readonly payee: Payee;
  readonly description: string;
  readonly reference: string;
}

const EMPTY: Draft = {
  ...{ amount: "", channel: "cm.mobile", payee: NOBODY, description: "", reference: "" },
};

/** The order as it was checked, with the result. Later input is not in it and is not sent. */
interface Checked {
  readonly draft: Draft;
  readonly check: Item;
}

/** One transfer: filled in, checked against the balance and recent transfers, then sent once. */
export function SendPage() {
  const words = useSendWords();
  const { pages } = useWords();
  const place = usePlace();
  const [draft, setDraft] = useState(EMPTY);
  const [checked, setChecked] = useState<Checked | null>(null);
  useBegun(checked !== null);
  // Kept while the order changes: a changed order must not be sent beside one whose answer was lost.
  const attempts = useRef(noAttempts<Item>());
  // Loaded before the review, because its note would otherwise move the buttons below.
  const { rule } = useRule();
  const currency = textOf(place.business, "currency");
  return (
    <>
      <Link className="back" to={place.to("/transfers")}>
        ← {pages.transfers}
      </Link>
      <Heading title={words.send_title} />
      <div className="narrow">
        {checked === null ? (
          <Fill draft={draft} setDraft={setDraft} currency={currency} onCheck={setChecked} />
        ) : (
          <Review {...{ ...checked, currency, rule, attempts }} onChange={() => setChecked(null)} />
        )}
      </div>
    </>
  );
}

/** The body of the request, the same for the check and the transfer. */
function orderOf(draft: Draft, currency: string): Item {
  const { channel, description, reference } = draft;
  const { beneficiary, name, phone } = draft.payee;
  return {
    amount: Number(readTypedAmount(draft.amount, currency) ?? 0n),
    channel,
    ...(beneficiary === "" ? { beneficiary_data: { name, phone: phone.replace(/\s/g, "") } } : { beneficiary }),
    ...(description === "" ? {} : { description }),
    ...(reference === "" ? {} : { reference }),
  };
}

interface FillProps {
  readonly draft: Draft;
  readonly setDraft: (draft: Draft) => void;
  readonly currency: string;
  readonly onCheck: (checked: Checked) => void;
}

function Fill({ draft, setDraft, currency, onCheck }: FillProps) {
  const words = useSendWords();
  const place = usePlace();
  const { language } = useLanguage();
  const set = (name: Exclude<keyof Draft, "payee">) => (value: string) => setDraft({ ...draft, [name]: value });
  const nameOfChannel = useChannelNames();
  const channels = useSeenAnswer(place.to("channels"), () => place.ask("GET", "/channels"));
  const ways = itemsOf(channels.answer?.body ?? {}, "data").filter((one) => textsOf(one, "kinds").includes("transfer"));
  async function send(): Promise<Answer> {
    const answer = await place.ask("POST", "/transfers/bulk/check", {
      currency,
      transfers: [orderOf(draft, currency)],
    });
    const wrong = itemOf(itemOf(answer.body, "bulk_check"), "errors");
    const found = Object.keys(wrong);
    if (!answer.is_ok || found.length === 0) return plain(answer);
    return plain({
      ...{ ...answer, is_ok: false },
      errors: Object.fromEntries(found.map((field) => [field, said(textsOf(wrong, field)[0] ?? "", language)])),
    });
  }
  function check(): Readonly<Record<string, string>> {
    const missing: Record<string, string> = {};
    if (!readTypedAmount(draft.amount, currency)) missing.amount = words.needed;
    const { beneficiary, name, phone } = draft.payee;
    if (beneficiary === "" && name.trim() === "") missing.name = words.needed;
    if (beneficiary === "" && phone.trim() === "") missing.phone = words.needed;
    return missing;
  }
  return (
    <Form
      label={words.send_title}
      button={words.check}
      check={check}
      send={send}
      onDone={({ body }) => onCheck({ draft, check: itemOf(body, "bulk_check") })}
    >
      {(errors) => (
        <>
          <PayeeFields payee={draft.payee} onPayee={(payee) => setDraft({ ...draft, payee })} errors={errors} />
          <Choice
            {...{ label: words.channel, name: "channel", value: draft.channel, onValue: set("channel") }}
            options={ways.map((one) => [textOf(one, "id"), nameOfChannel(textOf(one, "id"))] as const)}
          />
          <AmountField
            {...{ label: words.amount, error: errors.amount, name: "amount", currency, value: draft.amount }}
            onValue={set("amount")}
          />
          <Field
            {...{ label: words.description, error: errors.description, name: "description" }}
            value={draft.description}
            onValue={set("description")}
          />
          <Field
            {...{ label: words.reference, error: errors.reference, name: "reference" }}
            value={draft.reference}
            onValue={set("reference")}
          />
        </>
      )}
    </Form>
  );
}

/** Maps error names such as `transfers.0.beneficiary_data.phone` to the form's field `phone`. */
function plain(answer: Answer): Answer {
  const errors = Object.entries(answer.errors).map(([path, text]) => [path.split(".").at(-1) ?? path, text]);
  return { ...answer, errors: Object.fromEntries(errors) };
}

interface ReviewProps {
  readonly draft: Draft;
  readonly currency: string;
  readonly check: Item;
  /** The approval rule. */
  readonly rule: Item;
  readonly attempts: { current: Attempts<Item> };
  readonly onChange: () => void;
}

function Review({ draft, currency, check, rule, attempts, onChange }: ReviewProps) {
  const words = useSendWords();
  const place = usePlace();
  const { language } = useLanguage();
  const approval = useApprovalWords();
  const section = useRef<HTMLElement>(null);
  useArrival(section);
  useHandingOn(section);
  const order = { ...orderOf(draft, currency), currency };
  const { is_busy, trouble, send } = useSending({
    ...{ attempts, order, page: "/transfers", record: "transfer" },
    post: (body, key) => place.ask("POST", "/transfers", body, { "idempotency-key": key }),
  });
  const [amount, fee, available] = ["total_amount", "total_fee", "available"].map(
    (name) => amountOf(check, name) ?? 0n,
  );
  const total = (amount ?? 0n) + (fee ?? 0n);
  const money = { currency, amount: Number(amount), fee: Number(fee), total: Number(total) };
  const is_enough = check.is_enough === true;
  const [twin] = itemsOf(check, "duplicates");
  const rows = [
    [words.amount, money, "amount"],
    [words.fee, money, "fee"],
    [words.total, money, "total"],
    [words.after, { currency, after: Number((available ?? 0n) - total) }, "after"],
  ] as const;
  return (
    <section className="review" aria-label={words.review} ref={section}>
      <h2>{words.review}</h2>
      <p className="summary-sum">{formatMoney(amount ?? 0n, currency, language)}</p>
      <p>
        <strong>{draft.payee.name}</strong>
      </p>
      <HolderOf payee={draft.payee} channel={draft.channel} />
      <dl className="sums">
        {rows.map(([name, item, field]) => (
          <div key={field}>
            <dt>{name}</dt>
            <dd>
              <Sum item={item} field={field} />
            </dd>
          </div>
        ))}
      </dl>
      {isAboveRule(rule, currency, amount ?? 0n) && <Notice>{approval.will_wait}</Notice>}
      {!is_enough && <Notice tone="bad">{words.poor}</Notice>}
      {twin && (
        <Notice>
          {words.twice} <Link to={place.to(`/transfers/${textOf(twin, "transfer")}`)}>{textOf(twin, "transfer")}</Link>
        </Notice>
      )}
      {trouble}
      <div className="dialog-buttons">
        <Button onClick={onChange}>{words.change}</Button>
        {is_enough && (
          <Button tone="main" is_busy={is_busy} onClick={() => void send()}>
            {words.send(formatMoney(amount ?? 0n, currency, language))}
          </Button>
        )}
      </div>
    </section>
  );
}
