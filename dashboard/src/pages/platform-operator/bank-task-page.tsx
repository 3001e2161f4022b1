import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { useState } from "react";
import { useApi } from "#app/api-query.ts";
import type { BankTaskDetails } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { Copyable, Time } from "#ui/cells.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { DescriptionList, type DescriptionRows } from "#ui/description-list.tsx";
import { Form, RadioField } from "#ui/form.tsx";
import { Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { Steps } from "#ui/timeline.tsx";
import { useBankTaskMessages } from "./bank-task-messages.ts";
import { BankTaskState } from "./bank-tasks-page.tsx";

/** One withdrawal that the platform operator pays through a bank: the account, the next step and the history. */
export function BankTaskPage({ id }: { readonly id: string }) {
  const messages = useBankTaskMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const query = useApi("GET /operator/withdrawals/{id}", { params: { id } });
  const task = query.data?.withdrawal;
  return (
    <>
      <Link className="back" to={context.pagePath("/withdrawals")}>
        ← {pages.withdrawals}
      </Link>
      <Heading title={task?.name ?? id} />
      <QueryState query={query} />
      {task && (
        <>
          <Summary task={task} />
          <div className="record">
            <NextStep task={task} reload={query.reload} />
            <div>
              <AccountFacts task={task} />
              <section aria-labelledby="history">
                <h2 id="history">{messages.history}</h2>
                <Steps steps={task.timeline.steps} />
              </section>
            </div>
          </div>
        </>
      )}
    </>
  );
}

function Summary({ task }: { readonly task: BankTaskDetails }) {
  const context = useMerchantContext();
  const query = task.environment === "test" ? "?environment=test" : "";
  return (
    <div className="summary">
      <p className="summary-sum">
        <Money amount={BigInt(task.amount)} currency={task.currency} />
      </p>
      <BankTaskState item={task} />
      <p>
        <Link to={context.pagePath(`/merchants/${task.merchant}${query}`)}>{task.merchant_name}</Link>
      </p>
    </div>
  );
}

interface NextStepProps {
  readonly task: BankTaskDetails;
  readonly reload: () => void;
}

function NextStep({ task, reload }: NextStepProps) {
  const messages = useBankTaskMessages();
  const context = useMerchantContext();
  const [is_open, setOpen] = useState(false);
  const { id, status } = task;
  if (status === "processing") return <OutcomeSection task={task} reload={reload} />;
  if (status !== "pending") return <div />;
  return (
    <section aria-labelledby="next" className="decide">
      <h2 id="next">{messages.next}</h2>
      <p>{messages.take_on_hint}</p>
      <Button tone="main" onClick={() => setOpen(true)}>
        {messages.take_on}
      </Button>
      {is_open && (
        <ConfirmDialog
          {...{ title: messages.take_on_sure, subject: task.name, hint: messages.take_on_hint }}
          button={messages.take_on}
          action={() => context.send("POST /operator/withdrawals/{id}/start", { params: { id } })}
          onEnd={(is_done) => {
            setOpen(false);
            if (is_done) reload();
          }}
        />
      )}
    </section>
  );
}

function OutcomeSection({ task, reload }: NextStepProps) {
  const messages = useBankTaskMessages();
  const { proposed, proposed_by, proposed_reason, is_own, needs_two } = task;
  const who = proposed_by ?? "";
  return (
    <section aria-labelledby="next" className="decide">
      <h2 id="next">{messages.next}</h2>
      <p>{messages.pay_hint}</p>
      {needs_two && <p className="quiet">{messages.two}</p>}
      {proposed !== null && (
        <Notice>
          {is_own
            ? messages.own
            : proposed === "complete"
              ? messages.paid_by(who)
              : messages.failed_by(who, proposed_reason ?? "")}
        </Notice>
      )}
      <OutcomeForm key={`${proposed} ${who}`} task={task} onDone={reload} />
    </section>
  );
}

type Outcome = "complete" | "failed";

/** The form for the outcome at the bank: paid, with the bank's reference, or not paid, with the reason. */
function OutcomeForm({ task, onDone }: { readonly task: BankTaskDetails; readonly onDone: () => void }) {
  const messages = useBankTaskMessages();
  const context = useMerchantContext();
  const { id, needs_two, proposed, is_own } = task;
  const [outcome, setOutcome] = useState<Outcome | null>(is_own ? null : proposed);
  const [text, setText] = useState("");
  const choices = [
    { value: "complete", text: messages.complete, effect: messages.complete_means },
    { value: "failed", text: messages.fail, effect: messages.fail_means },
  ] as const;
  const field = outcome === "complete" ? "reference" : "reason";
  const label = outcome === "complete" ? messages.book_complete : messages.book_failed;
  const is_proposal = needs_two && (is_own || outcome !== proposed);
  const button = outcome === null ? messages.book : is_proposal ? messages.propose(label) : label;
  function check(): Readonly<Record<string, string>> {
    if (outcome === null) return { outcome: messages.outcome_needed };
    return text.trim() === "" ? { [field]: messages.needed } : {};
  }
  return (
    <Form
      {...{ label: messages.book, button, check, onDone }}
      send={() =>
        outcome === "complete"
          ? context.send("POST /operator/withdrawals/{id}/complete", { params: { id }, body: { reference: text } })
          : context.send("POST /operator/withdrawals/{id}/fail", { params: { id }, body: { reason: text } })
      }
    >
      {(errors) => (
        <>
          <RadioField
            {...{ label: messages.outcome, name: "outcome", choices, value: outcome, error: errors.outcome }}
            onValue={setOutcome}
          />
          {outcome === "complete" && (
            <Field
              {...{ label: messages.reference, help: messages.reference_help, name: "reference", value: text }}
              {...{ error: errors.reference, onValue: setText }}
            />
          )}
          {outcome === "failed" && (
            <Field
              {...{ label: messages.reason, error: errors.reason, name: "reason", value: text, onValue: setText }}
            />
          )}
        </>
      )}
    </Form>
  );
}

function AccountFacts({ task }: { readonly task: BankTaskDetails }) {
  const { facts, account_facts } = useBankTaskMessages();
  const { test, live } = useMessages();
  const rows: DescriptionRows = [
    [facts.name, task.name],
    [facts.number, <Copyable key="number" text={task.number} />],
    ...(task.bank_code === null
      ? []
      : [[facts.bank_code, <Copyable key="bank_code" text={task.bank_code} />] as const]),
    [facts.country, task.country],
    ...(task.reference === task.id
      ? []
      : [[facts.reference, <Copyable key="reference" text={task.reference} />] as const]),
    ...(task.description === null ? [] : [[facts.description, task.description] as const]),
    ...(task.bank_reference === null ? [] : [[facts.bank_reference, task.bank_reference] as const]),
    ...(task.failure_reason === null ? [] : [[facts.failure_reason, task.failure_reason] as const]),
    [facts.environment, task.environment === "test" ? test : live],
    [facts.id, <Copyable key="id" text={task.id} />],
    [facts.created_at, <Time key="created_at" at={task.created_at} />],
  ];
  return (
    <section aria-labelledby="account">
      <h2 id="account">{account_facts}</h2>
      <DescriptionList rows={rows} />
    </section>
  );
}
