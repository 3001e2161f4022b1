import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatAmount, formatMoney, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import type { NewRefund } from "#app/api-types.ts";
import { newSendAttempts, type SendAttempts, sendIdempotently } from "#app/idempotent-send.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { RecordFields } from "#app/records.ts";
import { Link } from "#app/router.tsx";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useScheduleMessages } from "#i18n/schedule-messages.ts";
import { useSendMessages } from "#i18n/send-messages.ts";
import { CheckboxField, Form } from "#ui/form.tsx";
import type { ListDefinition } from "#ui/list-definitions.ts";
import { Dialog } from "#ui/page-elements.tsx";
import { ActionButtons } from "#ui/record-details.tsx";

interface RecordActionBarProps {
  readonly list: ListDefinition;
  readonly item: RecordFields;
  readonly reload: () => void;
}

/** The buttons for the actions of a record, including the refund, which opens a form. */
export function RecordActionBar({ list, item, reload }: RecordActionBarProps) {
  const { repeat } = useScheduleMessages();
  const { again } = useSendMessages();
  const context = useMerchantContext();
  const [is_open, setOpen] = useState(false);
  // Kept while the dialog is closed: if a response was lost, the next refund must reuse the idempotency key, so that
  // at most one of the two is executed.
  const attempts = useRef(newSendAttempts<NewRefund>());
  const refundable = refundableAmount(item);
  const has_ended_unpaid = item.status === "failed" || item.status === "canceled";
  const can_send_again = list.page === "transfers" && has_ended_unpaid && context.hasRight("pay");
  const can_repeat = list.page === "bulk" && context.hasRight("pay");
  return (
    <>
      <ActionButtons page={list.page} item={item} reload={reload} onForm={() => setOpen(true)}>
        {can_send_again && (
          <Link className="button button-main" to={context.pagePath(`/transfers/new?again=${item.id}`)}>
            {again}
          </Link>
        )}
        {can_repeat && (
          <Link className="button" to={context.pagePath(`/schedules/new?bulk=${item.id}`)}>
            {repeat}
          </Link>
        )}
      </ActionButtons>
      {is_open && (
        <RefundDialog
          payment={item}
          refundable={refundable}
          attempts={attempts}
          onEnd={() => {
            setOpen(false);
            reload();
          }}
        />
      )}
    </>
  );
}

/** The part of a payment that is not refunded, in the smallest unit. */
function refundableAmount({ amount, amount_refunded }: RecordFields): bigint {
  return BigInt(amount ?? 0) - BigInt(amount_refunded ?? 0);
}

interface RefundProps {
  readonly payment: RecordFields;
  readonly refundable: bigint;
  readonly attempts: { current: SendAttempts<NewRefund> };
  readonly onEnd: () => void;
}

/** Refunds a payment in full or in part. Submitting again after a lost response creates no second refund. */
function RefundDialog({ payment, refundable, attempts, onEnd }: RefundProps) {
  const messages = useFormMessages();
  const send_messages = useSendMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const { currency = "" } = payment;
  const [amount, setAmount] = useState(formatAmount(refundable, currency, language));
  const [reason, setReason] = useState("");
  const split_bearer = payment.split !== undefined && "refund_bearer" in payment.split && payment.split.refund_bearer;
  const [is_own_cost, setOwnCost] = useState(split_bearer === "platform");
  const sum = parseTypedAmount(amount, currency);
  async function send(): Promise<ApiResponse<unknown>> {
    const bearer = split_bearer ? ({ refund_bearer: is_own_cost ? "platform" : "parts" } as const) : {};
    const order = {
      payment: payment.id ?? "",
      amount: Number(sum ?? 0n),
      ...(reason === "" ? {} : { reason }),
      ...bearer,
    };
    const outcome = await sendIdempotently(attempts.current, order, (body, key) =>
      context.send("POST /{environment}/refunds", { body, headers: { "idempotency-key": key } }),
    );
    attempts.current = outcome.attempts;
    const { kind, response } = outcome.sent;
    if (kind === "unknown") return withMessage(response, send_messages.lost);
    return kind === "earlier" ? withMessage(response, send_messages.earlier_sent) : response;
  }
  return (
    <Dialog title={messages.refund_title} onClose={onEnd}>
      <p className="quiet">
        {messages.refund_left(formatMoney(refundable, currency, language))} {messages.refund_note}
      </p>
      <Form
        label={messages.refund_title}
        button={sum ? messages.refund_sum(formatMoney(sum, currency, language)) : messages.refund}
        check={(): Readonly<Record<string, string>> => (sum ? {} : { amount: messages.needed })}
        send={send}
        onDone={onEnd}
      >
        {(errors) => (
          <>
            <AmountField
              {...{ label: messages.amount, error: errors.amount, name: "amount", currency, value: amount }}
              onValue={setAmount}
            />
            <Field
              {...{ label: messages.reason, error: errors.reason, name: "reason", value: reason }}
              onValue={setReason}
            />
            {split_bearer && (
              <CheckboxField label={messages.refund_by_platform} is_on={is_own_cost} onChange={setOwnCost} />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}

// Any status but 0: for status 0, `actionErrorText` replaces the message with its general text for a lost response.
const CUSTOM_MESSAGE_STATUS = 409;

/** A failed response with this message. */
function withMessage(response: ApiResponse<unknown>, message: string): ApiResponse<never> {
  return { ...response, status: CUSTOM_MESSAGE_STATUS, is_ok: false, body: {}, errors: {}, message };
}
