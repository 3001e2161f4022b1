import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatAmount, formatMoney, type Language, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { Answer, ApiResponse, FailedResponse } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import type { ApprovalRule, BulkTransferCheck, NewBulkTransferEntry, NewTransfer } from "#app/api-types.ts";
import { FORM_INPUTS } from "#app/fields.ts";
import { allowsDuplicate, newSendAttempts, type SendAttempts } from "#app/idempotent-send.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useUnsavedChanges } from "#app/unsaved-changes.tsx";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { useFieldLabels } from "#i18n/field-messages.ts";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { useSendMessages } from "#i18n/send-messages.ts";
import { fieldTexts } from "#i18n/server-messages.ts";
import { exceedsApprovalRule, useApprovalRule } from "#ui/approval.tsx";
import { AmountOf } from "#ui/cells.tsx";
import { useCatalogue, useChannelNames } from "#ui/channel-catalogue.tsx";
import { useFocusOnMount, useRestoreFocus } from "#ui/focus.ts";
import { Form, SelectField } from "#ui/form.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { AccountHolder, EMPTY_PAYEE, type Payee, PayeeFields } from "#ui/payee.tsx";
import {
  AT_ONCE,
  canBeHeld,
  ScheduledFor,
  type Timing,
  TimingFields,
  timingErrors,
  timingOf,
} from "#ui/timing-fields.tsx";
import { useSendOrder } from "#ui/use-send-order.tsx";

interface TransferDraft {
  readonly amount: string;
  readonly channel: string;
  readonly payee: Payee;
  readonly texts: Readonly<Partial<Record<TextInput, string>>>;
  readonly timing: Timing;
}

type TextInput = (typeof FORM_INPUTS.transfers)[number];

const EMPTY_DRAFT: TransferDraft = {
  ...{ amount: "", channel: "cm.mobile", payee: EMPTY_PAYEE, texts: {}, timing: AT_ONCE },
};

/** The order as it was checked, with the result. Later input is not in it and is not sent. */
interface CheckedTransfer {
  readonly draft: TransferDraft;
  readonly check: BulkTransferCheck;
}

/** One transfer: filled in, checked against the balance and recent transfers, then sent once, now or later. */
export function SendPage() {
  const repeated = useAddress().searchParams.get("again");
  const { currency } = useMerchantContext().business;
  if (repeated !== null) return <SendAgain id={repeated} />;
  return <SendTransfer initial={EMPTY_DRAFT} currency={currency} repeats={null} />;
}

/** The form of a new transfer with the payee, amount and description of an earlier one. */
function SendAgain({ id }: { readonly id: string }) {
  const { language } = useLanguage();
  const query = useApi(
    "GET /{environment}/transfers/{reference}",
    { params: { reference: id }, query: {} },
    { is_form: true },
  );
  if (!query.data) return <QueryState query={query} />;
  const { transfer } = query.data;
  return <SendTransfer initial={draftOf(transfer, language)} currency={transfer.currency} repeats={transfer.id} />;
}

type RepeatedTransfer = Answer<"GET /{environment}/transfers/{reference}">["transfer"];

/** A payee with a telephone number is filled in, so that the number can be corrected. Another one is the stored beneficiary. */
function draftOf(
  { amount, currency, channel, beneficiary, receiver, description }: RepeatedTransfer,
  language: Language,
): TransferDraft {
  const { name, number } = receiver;
  const is_phone = /^\+\d+$/.test(number ?? "");
  return {
    ...EMPTY_DRAFT,
    amount: formatAmount(BigInt(amount), currency, language),
    channel,
    payee: { beneficiary: is_phone ? "" : beneficiary.id, name: name ?? "", phone: is_phone ? number : "" },
    texts: description === null ? {} : { description },
  };
}

interface SendTransferProps {
  readonly initial: TransferDraft;
  readonly currency: string;
  /** The id of the transfer that this one repeats. */
  readonly repeats: string | null;
}

function SendTransfer({ initial, currency, repeats }: SendTransferProps) {
  const messages = useSendMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const [draft, setDraft] = useState(initial);
  const [checked, setChecked] = useState<CheckedTransfer | null>(null);
  useUnsavedChanges(checked !== null);
  // Kept while the order changes: a changed order must not be sent in addition to one whose answer was lost.
  const attempts = useRef(newSendAttempts<NewTransfer>());
  const duplicate_choices = useRef(new Map<string, boolean>());
  // Loaded before the review, because its note would otherwise move the buttons below.
  const rule = useApprovalRule() ?? null;
  return (
    <>
      <Link className="back" to={context.pagePath("/transfers")}>
        ← {pages.transfers}
      </Link>
      <Heading title={messages.send_title} />
      <div className="narrow">
        {repeats !== null && checked === null && (
          <Notice>
            {messages.repeats} <Link to={context.pagePath(`/transfers/${repeats}`)}>{repeats}</Link>
          </Notice>
        )}
        {checked === null ? (
          <TransferForm draft={draft} setDraft={setDraft} currency={currency} onCheck={setChecked} />
        ) : (
          <TransferReview
            {...{ ...checked, currency, rule, attempts, duplicate_choices, repeats }}
            onChange={() => setChecked(null)}
          />
        )}
      </div>
    </>
  );
}

/** The body of the request, the same for the check and the transfer. */
function toOrder(draft: TransferDraft, currency: string): NewBulkTransferEntry {
  const { beneficiary, name, phone } = draft.payee;
  return {
    amount: Number(parseTypedAmount(draft.amount, currency) ?? 0n),
    channel: draft.channel,
    ...(beneficiary === "" ? { beneficiary_data: { name, phone: phone.replace(/\s/g, "") } } : { beneficiary }),
    ...Object.fromEntries(Object.entries(draft.texts).filter(([, text]) => text !== "")),
  };
}

interface TransferFormProps {
  readonly draft: TransferDraft;
  readonly setDraft: (draft: TransferDraft) => void;
  readonly currency: string;
  readonly onCheck: (checked: CheckedTransfer) => void;
}

function TransferForm({ draft, setDraft, currency, onCheck }: TransferFormProps) {
  const messages = useSendMessages();
  const { optional } = useFormMessages();
  const labels = useFieldLabels();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const set = (name: "amount" | "channel") => (value: string) => setDraft({ ...draft, [name]: value });
  const nameOfChannel = useChannelNames();
  const transfer_channels = useCatalogue().filter(({ kinds }) => kinds.includes("transfer"));
  async function send(): Promise<ApiResponse<Answer<"POST /{environment}/transfers/bulk/check">>> {
    const response = await context.send("POST /{environment}/transfers/bulk/check", {
      body: {
        ...{ currency, transfers: [toOrder(draft, currency)] },
        ...timingOf(draft.timing, context.business.time_zone),
      },
    });
    if (!response.is_ok) return withFormFieldNames(response);
    const errors = fieldTexts(response.body.bulk_check, language);
    if (Object.keys(errors).length === 0) return response;
    return withFormFieldNames({ ...response, is_ok: false, body: {}, errors });
  }
  function check(): Readonly<Record<string, string>> {
    const check_errors: Record<string, string> = {};
    if (!parseTypedAmount(draft.amount, currency)) check_errors.amount = messages.needed;
    const { beneficiary, name, phone } = draft.payee;
    if (beneficiary === "" && name.trim() === "") check_errors.name = messages.needed;
    if (beneficiary === "" && phone.trim() === "") check_errors.phone = messages.needed;
    return { ...check_errors, ...timingErrors(draft.timing, messages.needed) };
  }
  return (
    <Form
      label={messages.send_title}
      button={messages.check}
      check={check}
      send={send}
      onDone={({ body }) => onCheck({ draft, check: body.bulk_check })}
    >
      {(errors) => (
        <>
          <PayeeFields payee={draft.payee} onPayee={(payee) => setDraft({ ...draft, payee })} errors={errors} />
          <SelectField
            {...{ label: messages.channel, error: errors.channel, name: "channel", value: draft.channel }}
            onValue={set("channel")}
            options={transfer_channels.map(({ id }) => [id, nameOfChannel(id)] as const)}
          />
          <AmountField
            {...{ label: messages.amount, error: errors.amount, name: "amount", currency, value: draft.amount }}
            onValue={set("amount")}
          />
          {FORM_INPUTS.transfers.map((name) => (
            <Field
              key={name}
              {...{ label: optional(labels[name]), error: errors[name], name, value: draft.texts[name] ?? "" }}
              onValue={(text) => setDraft({ ...draft, texts: { ...draft.texts, [name]: text } })}
            />
          ))}
          <TimingFields timing={draft.timing} errors={errors} onTiming={(timing) => setDraft({ ...draft, timing })} />
        </>
      )}
    </Form>
  );
}

/** Maps error names such as `transfers.0.beneficiary_data.phone` to the form's field `phone`. */
function withFormFieldNames(response: FailedResponse): FailedResponse {
  const errors = Object.entries(response.errors).map(([path, text]) => [path.split(".").at(-1) ?? path, text]);
  return { ...response, errors: Object.fromEntries(errors) };
}

interface TransferReviewProps {
  readonly draft: TransferDraft;
  readonly currency: string;
  readonly check: BulkTransferCheck;
  readonly rule: ApprovalRule | null;
  readonly attempts: { current: SendAttempts<NewTransfer> };
  readonly duplicate_choices: { readonly current: Map<string, boolean> };
  readonly repeats: string | null;
  readonly onChange: () => void;
}

function TransferReview(props: TransferReviewProps) {
  const { draft, currency, check, rule, attempts, duplicate_choices, repeats, onChange } = props;
  const messages = useSendMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const approval = useApprovalMessages();
  const section = useRef<HTMLElement>(null);
  useFocusOnMount(section);
  useRestoreFocus(section);
  const timing = timingOf(draft.timing, context.business.time_zone);
  const order = {
    ...{ ...toOrder(draft, currency), ...timing, currency },
    ...(repeats === null ? {} : { metadata: { repeats } }),
  };
  const [duplicate] = check.duplicates;
  const {
    is_busy,
    trouble: error,
    send,
  } = useSendOrder({
    ...{
      attempts,
      order,
      pageOf: ({ transfer }: Answer<"POST /{environment}/transfers">) => `/transfers/${transfer.id}`,
    },
    post: (body, key) =>
      context.send("POST /{environment}/transfers", {
        body: { ...body, allow_duplicate: allowsDuplicate(duplicate_choices.current, key, duplicate !== undefined) },
        headers: { "idempotency-key": key },
      }),
  });
  const { total_amount, total_fee, available, is_enough } = check;
  const rows = [
    [messages.amount, total_amount],
    [messages.fee, total_fee],
    [messages.total, total_amount + total_fee],
    ...(timing.reserve_funds === "at_due" ? [] : [[messages.after, available - total_amount - total_fee] as const]),
  ] as const;
  const can_be_sent = canBeHeld(draft.timing, is_enough);
  const sum = formatMoney(BigInt(total_amount), currency, language);
  return (
    <section className="review" aria-label={messages.review} ref={section}>
      <h2>{messages.review}</h2>
      <p className="summary-sum">{sum}</p>
      <p>
        <strong>{draft.payee.name}</strong>
      </p>
      <AccountHolder payee={draft.payee} channel={draft.channel} />
      {timing.scheduled_at !== undefined && <ScheduledFor at={timing.scheduled_at} />}
      <dl className="sums">
        {rows.map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <AmountOf amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      {exceedsApprovalRule(rule, currency, BigInt(total_amount)) && <Notice>{approval.will_wait}</Notice>}
      {!can_be_sent && <Notice tone="bad">{messages.poor}</Notice>}
      {duplicate && (
        <Notice>
          {messages.twice} <Link to={context.pagePath(`/transfers/${duplicate.transfer}`)}>{duplicate.transfer}</Link>
        </Notice>
      )}
      {error}
      <div className="dialog-buttons">
        <Button onClick={onChange}>{messages.change}</Button>
        {can_be_sent && (
          <Button tone="main" is_busy={is_busy} onClick={() => void send()}>
            {draft.timing.is_later ? messages.schedule(sum) : messages.send(sum)}
          </Button>
        )}
      </div>
    </section>
  );
}
