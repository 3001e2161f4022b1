import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button } from "@kolo/ui/button.tsx";
import { formatAmount, formatMoney, type Language, parseTypedAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { WithdrawalAccount, WithdrawalFrequency, WithdrawalRule, WithdrawalRuleRun } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApprovalMessages } from "#i18n/approval-messages.ts";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { useWithdrawalMessages, type WithdrawalMessages } from "#i18n/withdrawal-messages.ts";
import { useApprovalRule } from "#ui/approval.tsx";
import { AmountOf } from "#ui/cells.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { DescriptionList } from "#ui/description-list.tsx";
import { Form, SelectField, TimeField } from "#ui/form.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { DueTime, WeekdayField, weekdayName } from "#ui/timing-fields.tsx";
import { AccountField, NoAccount, useWithdrawalAccounts } from "./account-choice.tsx";

const RUNS_SHOWN = 10;

/** Above the list of withdrawals: the rules of automatic withdrawals, or the link that sets the first one up. */
export function AutomaticWithdrawals() {
  const messages = useWithdrawalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const rules = useApi("GET /{environment}/withdrawal-rules", {}).data?.withdrawal_rules;
  if (rules === undefined || (rules.length === 0 && !context.hasRight("pay"))) return null;
  return (
    <p className="balances quiet">
      {rules.map((rule) => (
        <span key={rule.id}>
          {timesText(rule, messages, language)}. {messages.next_is}{" "}
          {rule.next_due_at !== null && <DueTime at={rule.next_due_at} />}.
        </span>
      ))}
      <Link to={context.pagePath("/withdrawals/automatic")}>
        {rules.length === 0 ? messages.set_up : messages.automatic}
      </Link>
    </p>
  );
}

/** The times of a rule, such as `Every Friday at 18:00`. */
function timesText(
  { frequency, days, time }: Pick<WithdrawalRule, "frequency" | "days" | "time">,
  messages: WithdrawalMessages,
  language: Language,
): string {
  if (frequency === "daily") return messages.daily(time);
  const names = days.map((day) => weekdayName(day, language));
  return messages.weekly(new Intl.ListFormat(language, { type: "conjunction" }).format(names), time);
}

/** The rules of automatic withdrawals, one per currency, with their past due times and the form to set them. */
export function AutomaticWithdrawalsPage() {
  const messages = useWithdrawalMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/withdrawal-rules", {});
  const account_query = useWithdrawalAccounts();
  const [is_saved, setSaved] = useState(false);
  const accounts = account_query.data?.items;
  const confirmed = accounts?.filter(({ state }) => state === "active") ?? [];
  const rules = query.data?.withdrawal_rules;
  return (
    <>
      <Link className="back" to={context.pagePath("/withdrawals")}>
        ← {pages.withdrawals}
      </Link>
      <Heading title={messages.automatic} />
      <p className="quiet explained">{messages.automatic_hint}</p>
      <QueryState query={query} />
      {is_saved && <Notice>{messages.saved}</Notice>}
      {rules && accounts && (
        <>
          {rules.map((rule) => (
            <Rule key={rule.id} rule={rule} accounts={accounts} reload={query.reload} />
          ))}
          {confirmed.length === 0 && <NoAccount />}
          {confirmed.length > 0 && context.hasRight("pay") && (
            <RuleForm
              key={rules.map(({ id, updated_at }) => `${id} ${updated_at}`).join()}
              {...{ rules, accounts: confirmed }}
              onSaved={() => {
                setSaved(true);
                query.reload();
              }}
            />
          )}
        </>
      )}
    </>
  );
}

interface RuleProps {
  readonly rule: WithdrawalRule;
  readonly accounts: readonly WithdrawalAccount[];
  readonly reload: () => void;
}

function Rule({ rule, accounts, reload }: RuleProps) {
  const messages = useWithdrawalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const [is_open, setOpen] = useState(false);
  const { id, currency, balance_above, balance_left, next_due_at } = rule;
  const account = accounts.find((one) => one.id === rule.account);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{timesText(rule, messages, language)}</h2>
      <DescriptionList
        rows={[
          [
            messages.to_account,
            <Link key="account" to={context.pagePath(`/withdrawal-accounts/${rule.account}`)}>
              {account ? `${account.name} ${account.number}` : rule.account}
            </Link>,
          ],
          ...(balance_above === 0
            ? []
            : [[messages.above, <AmountOf key="above" amount={balance_above} currency={currency} />] as const]),
          [messages.left, <AmountOf key="left" amount={balance_left} currency={currency} />],
          [messages.next, next_due_at === null ? "–" : <DueTime key="next" at={next_due_at} />],
        ]}
      />
      <Runs rule={rule} />
      {context.hasRight("pay") && (
        <p className="actions">
          <Button onClick={() => setOpen(true)}>{messages.remove}</Button>
        </p>
      )}
      {is_open && (
        <ConfirmDialog
          {...{ title: messages.remove_sure, subject: timesText(rule, messages, language) }}
          {...{ hint: messages.remove_hint, button: messages.remove }}
          action={() => context.send("DELETE /{environment}/withdrawal-rules/{id}", { params: { id } })}
          onEnd={(is_done) => {
            setOpen(false);
            if (is_done) reload();
          }}
        />
      )}
    </section>
  );
}

/** The past due times of a rule, the latest first. */
function Runs({ rule: { id, currency } }: { readonly rule: WithdrawalRule }) {
  const messages = useWithdrawalMessages();
  const query = useApi("GET /{environment}/withdrawal-rules/{id}/runs", {
    ...{ params: { id }, query: { limit: RUNS_SHOWN } },
  });
  if (!query.data) return <QueryState query={query} />;
  if (query.data.items.length === 0) return <p className="quiet">{messages.no_runs}</p>;
  return (
    <Table
      label={messages.runs}
      rows={query.data.items}
      rowKey={({ due_at }) => due_at}
      columns={[
        { name: "due_at", header: messages.due, cell: ({ due_at }) => <DueTime at={due_at} /> },
        { name: "outcome", header: messages.outcome, cell: (run) => <Outcome run={run} currency={currency} /> },
      ]}
    />
  );
}

function Outcome({ run, currency }: { readonly run: WithdrawalRuleRun; readonly currency: string }) {
  const messages = useWithdrawalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const { withdrawal, skip_code, available } = run;
  if (withdrawal !== null) return <Link to={context.pagePath(`/withdrawals/${withdrawal}`)}>{messages.withdrawn}</Link>;
  if (skip_code === null) return null;
  return <>{messages.skips[skip_code](formatMoney(BigInt(available), currency, language))}</>;
}

interface RuleDraft {
  readonly account: string;
  readonly frequency: WithdrawalFrequency;
  /** The days of a weekly rule. The form sets one; a rule set through the API keeps its days until that. */
  readonly days: readonly number[];
  readonly time: string;
  readonly above: string;
  readonly left: string;
}

const FRIDAYS = [5];

function draftOf(rule: WithdrawalRule | undefined, account: string, language: Language): RuleDraft {
  const sum = (amount: number): string =>
    rule && amount > 0 ? formatAmount(BigInt(amount), rule.currency, language) : "";
  return {
    ...{
      account: rule?.account ?? account,
      frequency: rule?.frequency ?? "weekly",
      days: rule?.days.length ? rule.days : FRIDAYS,
    },
    ...{ time: rule?.time ?? "18:00", above: sum(rule?.balance_above ?? 0), left: sum(rule?.balance_left ?? 0) },
  };
}

interface RuleFormProps {
  readonly rules: readonly WithdrawalRule[];
  readonly accounts: readonly WithdrawalAccount[];
  readonly onSaved: () => void;
}

function RuleForm({ rules, accounts, onSaved }: RuleFormProps) {
  const messages = useWithdrawalMessages();
  const { needed } = useFormMessages();
  const { amount_wrong } = useApprovalMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const has_approval = (useApprovalRule() ?? null) !== null;
  const [draft, setDraft] = useState(() => draftOf(rules[0], accounts[0]?.id ?? "", language));
  const currency = accounts.find(({ id }) => id === draft.account)?.currency ?? context.business.currency;
  const [above, left] = [parseTypedAmount(draft.above, currency), parseTypedAmount(draft.left, currency)];
  const set = (changes: Partial<RuleDraft>): void => setDraft({ ...draft, ...changes });
  const is_wrong = (text: string, amount: bigint | null): boolean => text.trim() !== "" && amount === null;
  const check = (): Readonly<Record<string, string>> => ({
    ...(draft.time === "" ? { time: needed } : {}),
    ...(is_wrong(draft.above, above) ? { balance_above: amount_wrong } : {}),
    ...(is_wrong(draft.left, left) ? { balance_left: amount_wrong } : {}),
  });
  return (
    <section aria-labelledby="rule-form" className="narrow">
      <h2 id="rule-form">{rules.length === 0 ? messages.set_up : messages.change}</h2>
      {has_approval && <p className="quiet">{messages.approval}</p>}
      <Form
        {...{ label: messages.save, button: messages.save, check, onDone: onSaved }}
        send={() =>
          context.send("PUT /{environment}/withdrawal-rules", {
            body: {
              ...{ account: draft.account, frequency: draft.frequency, time: draft.time },
              ...(draft.frequency === "weekly" ? { days: draft.days } : {}),
              ...{ balance_above: Number(above ?? 0n), balance_left: Number(left ?? 0n) },
            },
          })
        }
      >
        {(errors) => (
          <>
            <AccountField
              {...{ accounts, value: draft.account, error: errors.account }}
              onValue={(account) => set({ account })}
            />
            <SelectField
              {...{ label: messages.frequency, name: "frequency", value: draft.frequency, error: errors.frequency }}
              options={(["weekly", "daily"] as const).map((one) => [one, messages.frequencies[one]] as const)}
              onValue={(value) => set({ frequency: value === "daily" ? "daily" : "weekly" })}
            />
            {draft.frequency === "weekly" && (
              <WeekdayField
                {...{ label: messages.day, value: draft.days[0] ?? 1, error: errors.days }}
                onValue={(day) => set({ days: [day] })}
              />
            )}
            <TimeField
              {...{ label: messages.time(context.business.time_zone), name: "time", value: draft.time }}
              error={errors.time}
              onValue={(time) => set({ time })}
            />
            <AmountField
              {...{ label: messages.above, help: messages.above_help, name: "balance_above", currency }}
              {...{ error: errors.balance_above, value: draft.above, onValue: (text: string) => set({ above: text }) }}
            />
            <AmountField
              {...{ label: messages.left, help: messages.left_help, name: "balance_left", currency }}
              {...{ error: errors.balance_left, value: draft.left, onValue: (text: string) => set({ left: text }) }}
            />
          </>
        )}
      </Form>
    </section>
  );
}
