import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { useApi } from "#app/api-query.ts";
import type { BankTask } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { useBreakpoint } from "#ui/breakpoints.ts";
import { Time } from "#ui/cells.tsx";
import { Heading, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { useBankTaskMessages } from "./bank-task-messages.ts";
import { TestLabel } from "./reviews-page.tsx";

/** The withdrawals that the platform operator pays through a bank: the open ones, or those that have ended. */
export function BankTasksPage() {
  const messages = useBankTaskMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const is_ended = useAddress().searchParams.get("ended") === "true";
  const query = useApi("GET /operator/withdrawals", { query: is_ended ? { ended: true } : {} });
  const items = query.data?.items ?? [];
  return (
    <>
      <Heading title={pages.withdrawals}>
        <nav className="switch figures" aria-label={messages.show}>
          <Link to={context.pagePath("/withdrawals")} is_current={!is_ended}>
            {messages.open}
          </Link>
          <Link to={context.pagePath("/withdrawals?ended=true")} is_current={is_ended}>
            {messages.ended}
          </Link>
        </nav>
      </Heading>
      <QueryState query={query} />
      {query.data && items.length === 0 && (
        <div className="empty">
          <h2>{is_ended ? messages.none_ended : messages.none}</h2>
          <p className="quiet">{messages.none_hint}</p>
        </div>
      )}
      {items.length > 0 && <BankTasksTable items={items} />}
    </>
  );
}

function BankTasksTable({ items }: { readonly items: readonly BankTask[] }) {
  const messages = useBankTaskMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const is_narrow = useBreakpoint() === "phone";
  return (
    <Table
      label={pages.withdrawals}
      rows={items}
      to={(item) => context.pagePath(`/withdrawals/${item.id}`)}
      columns={[
        {
          name: "amount",
          header: messages.amount,
          align: "end",
          cell: (item) => <Money amount={BigInt(item.amount)} currency={item.currency} />,
          ...(is_narrow ? { secondary: (item: BankTask) => <Time at={item.created_at} /> } : {}),
        },
        {
          name: "account",
          header: messages.account,
          cell: (item) => `${item.name} ${item.number}`,
          secondary: (item) => (
            <>
              {item.merchant_name}
              {item.environment === "test" && <TestLabel />}
              {is_narrow && (
                <div>
                  <BankTaskState item={item} />
                </div>
              )}
            </>
          ),
        },
        { name: "state", header: messages.state, hidden_below_px: 600, cell: (item) => <BankTaskState item={item} /> },
        ...(is_narrow
          ? []
          : [
              {
                name: "since",
                header: messages.since,
                className: "moment",
                cell: (item: BankTask) => <Time at={item.created_at} />,
              },
            ]),
      ]}
    />
  );
}

/** The state of a withdrawal through a bank. A proposal names the platform operator who made it. */
export function BankTaskState({ item }: { readonly item: BankTask }) {
  const messages = useBankTaskMessages();
  const is_proposed = item.status === "processing" && item.proposed_by !== null;
  return (
    <Status kind={item.status}>
      {is_proposed ? messages.proposed(item.proposed_by ?? "") : messages.states[item.status]}
    </Status>
  );
}
