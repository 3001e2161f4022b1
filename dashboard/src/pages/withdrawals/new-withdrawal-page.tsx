import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { Answer } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import type { Balance, NewWithdrawal, WithdrawalAccount } from "#app/api-types.ts";
import { newSendAttempts, type SendAttempts } from "#app/idempotent-send.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useUnsavedChanges } from "#app/unsaved-changes.tsx";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { useFieldLabels } from "#i18n/field-messages.ts";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { useSendMessages } from "#i18n/send-messages.ts";
import { useWithdrawalMessages } from "#i18n/withdrawal-messages.ts";
import { exceedsApprovalRule, useApprovalRule } from "#ui/approval.tsx";
import { AmountOf } from "#ui/cells.tsx";
import { useFocusOnMount, useRestoreFocus } from "#ui/focus.ts";
import { Form } from "#ui/form.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { useSendOrder } from "#ui/use-send-order.tsx";
import { AccountField, NoAccount, useWithdrawalAccounts } from "./account-choice.tsx";

/** A new withdrawal: filled in, compared with the balance, then sent once. */
export function NewWithdrawalPage() {
  const messages = useWithdrawalMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const query = useWithdrawalAccounts({ is_form: true });
  const usable = query.data?.items.filter(isUsable);
  return (
    <>
      <Link className="back" to={context.pagePath("/withdrawals")}>
        ← {pages.withdrawals}
      </Link>
      <Heading title={messages.title} />
      <QueryState query={query} />
      {usable?.length === 0 && <NoAccount />}
      {usable && usable.length > 0 && (
        <div className="narrow">
          <Withdrawal accounts={usable} />
        </div>
      )}
    </>
  );
}

/** Whether money may go to the account now. */
function isUsable({ state, usable_at }: WithdrawalAccount): boolean {
  return state === "active" && Date.parse(usable_at ?? "") <= Date.now();
}

interface WithdrawalDraft {
  readonly account: string;
  readonly amount: string;
  readonly reference: string;
  readonly description: string;
}

function Withdrawal({ accounts }: { readonly accounts: readonly WithdrawalAccount[] }) {
  const requested = useAddress().searchParams.get("account");
  const first = accounts.find(({ id }) => id === requested) ?? accounts[0];
  const [draft, setDraft] = useState<WithdrawalDraft>({
    ...{ account: first?.id ?? "", amount: "", reference: "", description: "" },
  });
  // The balance at the check; null while the form is open.
  const [balance, setBalance] = useState<Balance | null>(null);
  useUnsavedChanges(balance !== null);
  const attempts = useRef(newSendAttempts<NewWithdrawal>());
  const account = accounts.find(({ id }) => id === draft.account) ?? first;
  if (!account) return null;
  if (balance === null)
    return <WithdrawalForm {...{ accounts, account, draft, onDraft: setDraft, onCheck: setBalance }} />;
  return <WithdrawalReview {...{ account, draft, balance, attempts }} onChange={() => setBalance(null)} />;
}

interface WithdrawalFormProps {
  readonly accounts: readonly WithdrawalAccount[];
  readonly account: WithdrawalAccount;
  readonly draft: WithdrawalDraft;
  readonly onDraft: (draft: WithdrawalDraft) => void;
  readonly onCheck: (balance: Balance) => void;
}

function WithdrawalForm({ accounts, account, draft, onDraft, onCheck }: WithdrawalFormProps) {
  const messages = useWithdrawalMessages();
  const send_messages = useSendMessages();
  const { optional, fields } = useFormMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const { currency } = account;
  const available = useApi("GET /{environment}/balance", { query: { currency } }).data?.balance.available;
  const set = (name: keyof WithdrawalDraft) => (text: string) => onDraft({ ...draft, [name]: text });
  const check = (): Readonly<Record<string, string>> =>
    parseTypedAmount(draft.amount, currency) ? {} : { amount: send_messages.needed };
  return (
    <Form
      {...{ label: messages.title, button: send_messages.check, check }}
      send={() => context.send("GET /{environment}/balance", { query: { currency } })}
      onDone={({ body }) => onCheck(body.balance)}
    >
      {(errors) => (
        <>
          <AccountField {...{ accounts, value: account.id, error: errors.account, onValue: set("account") }} />
          <AmountField
            {...{ label: send_messages.amount, error: errors.amount, name: "amount", currency, value: draft.amount }}
            {...(available === undefined
              ? {}
              : { help: messages.available(formatMoney(BigInt(available), currency, language)) })}
            onValue={set("amount")}
          />
          <Field
            {...{ label: optional(fields.description), error: errors.description, name: "description" }}
            {...{ value: draft.description, onValue: set("description") }}
          />
          <Field
            {...{ label: optional(fields.reference), error: errors.reference, name: "reference" }}
            {...{ value: draft.reference, onValue: set("reference") }}
          />
        </>
      )}
    </Form>
  );
}

interface WithdrawalReviewProps {
  readonly account: WithdrawalAccount;
  readonly draft: WithdrawalDraft;
  readonly balance: Balance;
  readonly attempts: { current: SendAttempts<NewWithdrawal> };
  readonly onChange: () => void;
}

function WithdrawalReview({ account, draft, balance, attempts, onChange }: WithdrawalReviewProps) {
  const messages = useWithdrawalMessages();
  const send_messages = useSendMessages();
  const approval = useApprovalMessages();
  const { bank_code: bank_label } = useFieldLabels();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const rule = useApprovalRule() ?? null;
  const section = useRef<HTMLElement>(null);
  useFocusOnMount(section);
  useRestoreFocus(section);
  const { currency } = account;
  const amount = parseTypedAmount(draft.amount, currency) ?? 0n;
  const [reference, description] = [draft.reference.trim(), draft.description.trim()];
  const order: NewWithdrawal = {
    ...{ account: account.id, amount: Number(amount) },
    ...(reference === "" ? {} : { reference }),
    ...(description === "" ? {} : { description }),
  };
  const {
    is_busy,
    trouble: error,
    send,
  } = useSendOrder({
    ...{
      attempts,
      order,
      pageOf: ({ withdrawal }: Answer<"POST /{environment}/withdrawals">) => `/withdrawals/${withdrawal.id}`,
    },
    post: (body, key) => context.send("POST /{environment}/withdrawals", { body, headers: { "idempotency-key": key } }),
  });
  const is_enough = BigInt(balance.available) >= amount;
  const sum = formatMoney(amount, currency, language);
  return (
    <section className="review" aria-label={messages.review} ref={section}>
      <h2>{messages.review}</h2>
      <p className="summary-sum">{sum}</p>
      <p>
        <strong>{account.name}</strong> {account.number}
        {account.bank_code !== null && ` (${bank_label} ${account.bank_code})`}
      </p>
      <dl className="sums">
        <div>
          <dt>{send_messages.available}</dt>
          <dd>
            <AmountOf amount={balance.available} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{send_messages.after}</dt>
          <dd>
            <AmountOf amount={balance.available - Number(amount)} currency={currency} />
          </dd>
        </div>
      </dl>
      <p className="quiet">{messages.free}</p>
      {exceedsApprovalRule(rule, currency, amount) && <Notice>{approval.will_wait}</Notice>}
      {!is_enough && <Notice tone="bad">{send_messages.poor}</Notice>}
      {error}
      <div className="dialog-buttons">
        <Button onClick={onChange}>{send_messages.change}</Button>
        {is_enough && (
          <Button tone="main" is_busy={is_busy} onClick={() => void send()}>
            {messages.withdraw(sum)}
          </Button>
        )}
      </div>
    </section>
  );
}
