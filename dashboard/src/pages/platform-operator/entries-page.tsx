import { AmountField } from "@kolo/ui/amount-field.tsx";
import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { parseTypedAmount } from "@kolo/ui/format-money.ts";
import { Money } from "@kolo/ui/money.tsx";
import { type ReactNode, useState } from "react";
import type { Answer, ApiResponse } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import type { LedgerEntry } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useBreakpoint } from "#ui/breakpoints.ts";
import { Time } from "#ui/cells.tsx";
import { useSetQueryParam } from "#ui/filters.tsx";
import { CheckboxField, Form, SelectField } from "#ui/form.tsx";
import { Dialog, Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { useCorrectionMessages } from "./correction-messages.ts";
import { messageByName } from "./decision-messages.ts";
import { FiguresSwitch, TestFigures, useFiguresEnvironment } from "./merchants-page.tsx";

/** The service lists this many entries at a time (`ENTRIES_LISTED_MAX`). */
const ENTRIES_LISTED = 100;

/** A merchant's ledger: its entries, the latest first, each with its reversal; and adjustments of the balance. */
export function EntriesPage({ id }: { readonly id: string }) {
  const messages = useCorrectionMessages();
  const context = useMerchantContext();
  const environment = useFiguresEnvironment();
  const before = Number(useAddress().searchParams.get("before") ?? "0");
  const set = useSetQueryParam();
  const merchant = useApi("GET /operator/merchants/{id}", { params: { id }, query: { environment } }).data?.merchant;
  const query = useApi("GET /operator/merchants/{id}/entries", {
    ...{ params: { id }, query: { environment, ...(before > 0 ? { before } : {}) } },
  });
  const [reversed, setReversed] = useState<LedgerEntry | null>(null);
  const [is_adjusting, setAdjusting] = useState(false);
  const [state, setState] = useState<CorrectionState | null>(null);
  const items = query.data?.items ?? [];
  function end(outcome: CorrectionState | null): void {
    setReversed(null);
    setAdjusting(false);
    if (outcome === null) return;
    setState(outcome);
    query.reload();
  }
  return (
    <>
      <Link
        className="back"
        to={context.pagePath(`/merchants/${id}${environment === "test" ? "?environment=test" : ""}`)}
      >
        ← {merchant?.name ?? id}
      </Link>
      <Heading title={merchant ? messages.ledger_of(merchant.name) : messages.ledger_title}>
        <FiguresSwitch />
      </Heading>
      {environment === "test" && <TestFigures />}
      <p className="actions">
        <Button onClick={() => setAdjusting(true)}>{messages.adjust}</Button>
      </p>
      {state !== null && (
        <Notice>
          {state === "booked" ? messages.booked : messages.proposed}{" "}
          <Link to={context.pagePath(state === "booked" ? "/corrections?all=true" : "/corrections")}>
            {messages.to_corrections}
          </Link>
        </Notice>
      )}
      <QueryState query={query} />
      {query.data && items.length === 0 && (
        <div className="empty">
          <h2>{messages.no_entries}</h2>
        </div>
      )}
      {items.length > 0 && <EntriesTable items={items} onReverse={setReversed} />}
      <div className="pages-buttons">
        {before > 0 && <Button onClick={() => set("before", "")}>{messages.latest}</Button>}
        {items.length === ENTRIES_LISTED && (
          <Button onClick={() => set("before", items.at(-1)?.id ?? "")}>{messages.older}</Button>
        )}
      </div>
      {reversed && <ReversalDialog {...{ merchant: id, entry: reversed, onEnd: end }} />}
      {is_adjusting && <AdjustmentDialog {...{ merchant: id, currency: merchant?.currency ?? "", onEnd: end }} />}
    </>
  );
}

type CorrectionAnswer = Answer<"POST /operator/merchants/{id}/adjustments">;
type CorrectionState = CorrectionAnswer["correction"]["state"];

interface EntriesTableProps {
  readonly items: readonly LedgerEntry[];
  readonly onReverse: (entry: LedgerEntry) => void;
}

function EntriesTable({ items, onReverse }: EntriesTableProps) {
  const messages = useCorrectionMessages();
  const is_narrow = useBreakpoint() === "phone";
  return (
    <Table
      label={messages.ledger_title}
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          name: "amount",
          header: messages.amount,
          align: "end",
          cell: (item) => <Money amount={BigInt(item.amount)} currency={item.currency} />,
          ...(is_narrow ? { secondary: (item: LedgerEntry) => <Time at={item.created_at} /> } : {}),
        },
        {
          name: "entry",
          header: messages.entry,
          cell: (item) => messageByName(messages.entry_kinds, item.kind),
          secondary: (item) => (
            <>
              {item.id}
              {is_narrow && <div>{`${item.debit} → ${item.credit}`}</div>}
              {is_narrow && <ReverseButton entry={item} onReverse={onReverse} />}
            </>
          ),
        },
        {
          name: "movement",
          header: messages.movement,
          hidden_below_px: 900,
          cell: (item) => `${item.debit} → ${item.credit}`,
        },
        ...(is_narrow
          ? []
          : [
              {
                name: "time",
                header: messages.time,
                className: "moment",
                cell: (item: LedgerEntry) => <Time at={item.created_at} />,
              },
              {
                name: "reverse",
                header: messages.reverse,
                cell: (item: LedgerEntry) => <ReverseButton entry={item} onReverse={onReverse} />,
              },
            ]),
      ]}
    />
  );
}

interface ReverseButtonProps extends Pick<EntriesTableProps, "onReverse"> {
  readonly entry: LedgerEntry;
}

/** The button to reverse an entry. Entries of some kinds cannot be reversed by hand. */
function ReverseButton({ entry, onReverse }: ReverseButtonProps) {
  const messages = useCorrectionMessages();
  return entry.is_reversible ? <Button onClick={() => onReverse(entry)}>{messages.reverse}</Button> : null;
}

/** The reason, the document and the debt, which every correction has. */
interface CorrectionReason {
  readonly reason: string;
  readonly document: string;
  readonly as_debt: boolean;
}

const NO_REASON: CorrectionReason = { reason: "", document: "", as_debt: false };

interface CorrectionDialogProps {
  readonly title: string;
  readonly hint: string;
  readonly send: (reason: CorrectionReason) => Promise<ApiResponse<CorrectionAnswer>>;
  readonly check?: () => Readonly<Record<string, string>>;
  readonly onEnd: (outcome: CorrectionState | null) => void;
  readonly children?: (errors: Readonly<Record<string, string>>) => ReactNode;
}

function CorrectionDialog({ title, hint, send, check, onEnd, children }: CorrectionDialogProps) {
  const messages = useCorrectionMessages();
  const [draft, setDraft] = useState(NO_REASON);
  const needed = (["reason", "document"] as const).filter((field) => draft[field].trim() === "");
  return (
    <Dialog title={title} onClose={() => onEnd(null)}>
      <p className="quiet">{hint}</p>
      <Form
        {...{ label: title, button: title }}
        check={() => ({ ...check?.(), ...Object.fromEntries(needed.map((field) => [field, messages.needed])) })}
        send={() => send(draft)}
        onDone={({ body }) => onEnd(body.correction.state)}
      >
        {(errors) => (
          <>
            {children?.(errors)}
            <Field
              {...{ label: messages.reason, error: errors.reason, name: "reason", value: draft.reason }}
              onValue={(reason) => setDraft({ ...draft, reason })}
            />
            <Field
              {...{ label: messages.document, help: messages.document_help, error: errors.document, name: "document" }}
              {...{ value: draft.document, onValue: (document: string) => setDraft({ ...draft, document }) }}
            />
            <CheckboxField
              {...{ label: messages.as_debt, is_on: draft.as_debt }}
              onChange={(as_debt) => setDraft({ ...draft, as_debt })}
            />
          </>
        )}
      </Form>
      <Button onClick={() => onEnd(null)}>{messages.keep}</Button>
    </Dialog>
  );
}

interface ReversalDialogProps extends Pick<CorrectionDialogProps, "onEnd"> {
  readonly merchant: string;
  readonly entry: LedgerEntry;
}

function ReversalDialog({ merchant, entry, onEnd }: ReversalDialogProps) {
  const messages = useCorrectionMessages();
  const context = useMerchantContext();
  const environment = useFiguresEnvironment();
  return (
    <CorrectionDialog
      {...{ title: messages.reverse_title(entry.id), hint: messages.reverse_hint, onEnd }}
      send={(reason) =>
        context.send("POST /operator/merchants/{id}/entries/{entry}/reverse", {
          ...{ params: { id: merchant, entry: entry.id }, body: { environment, ...reason } },
        })
      }
    />
  );
}

interface AdjustmentDialogProps extends Pick<CorrectionDialogProps, "onEnd"> {
  readonly merchant: string;
  readonly currency: string;
}

const DIRECTIONS = ["in", "out"] as const;
const ACCOUNTS = ["suspense", "fees", "funding"] as const;

function AdjustmentDialog({ merchant, currency: own_currency, onEnd }: AdjustmentDialogProps) {
  const messages = useCorrectionMessages();
  const context = useMerchantContext();
  const environment = useFiguresEnvironment();
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState(own_currency);
  const [direction, setDirection] = useState<(typeof DIRECTIONS)[number]>("in");
  const [account, setAccount] = useState<(typeof ACCOUNTS)[number]>("suspense");
  const parsed = parseTypedAmount(amount, currency);
  return (
    <CorrectionDialog
      {...{ title: messages.adjust, hint: messages.adjust_hint, onEnd }}
      check={(): Readonly<Record<string, string>> => (parsed ? {} : { amount: messages.needed })}
      send={(reason) =>
        context.send("POST /operator/merchants/{id}/adjustments", {
          params: { id: merchant },
          body: { environment, ...reason, currency, direction, amount: Number(parsed ?? 0n), account },
        })
      }
    >
      {(errors) => (
        <>
          <SelectField
            {...{ label: messages.direction, name: "direction", value: direction, error: errors.direction }}
            options={DIRECTIONS.map((one) => [one, messages.directions[one]] as const)}
            onValue={(value) => setDirection(value === "out" ? "out" : "in")}
          />
          <AmountField
            {...{ label: messages.amount, error: errors.amount, name: "amount", currency, value: amount }}
            onValue={setAmount}
          />
          <Field
            {...{ label: messages.currency, error: errors.currency, name: "currency", value: currency }}
            onValue={(text) => setCurrency(text.toUpperCase())}
          />
          <SelectField
            {...{ label: messages.account, name: "account", value: account, error: errors.account }}
            options={ACCOUNTS.map((one) => [one, messages.accounts[one]] as const)}
            onValue={(value) => setAccount(ACCOUNTS.find((one) => one === value) ?? "suspense")}
          />
        </>
      )}
    </CorrectionDialog>
  );
}
