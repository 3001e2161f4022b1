import { useApi } from "#app/api-query.ts";
import type { WithdrawalAccount } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useWithdrawalMessages } from "#i18n/withdrawal-messages.ts";
import { SelectField } from "#ui/form.tsx";

/** The maximum of accounts per merchant (`WITHDRAWAL_ACCOUNTS_MAX` of the service), so that one page has them all. */
const ACCOUNTS_MAX = 50;

/** All withdrawal accounts of the merchant. */
export function useWithdrawalAccounts(options: { readonly is_form?: boolean } = {}) {
  return useApi("GET /{environment}/withdrawal-accounts", { query: { limit: ACCOUNTS_MAX } }, options);
}

/** The note that no account can receive a withdrawal, with the link to register one. */
export function NoAccount() {
  const messages = useWithdrawalMessages();
  const context = useMerchantContext();
  return (
    <div className="empty">
      <h2>{messages.no_account_title}</h2>
      <p className="quiet">{messages.no_account_hint}</p>
      <Link className="button" to={context.pagePath("/withdrawal-accounts")}>
        {messages.accounts}
      </Link>
    </div>
  );
}

interface AccountFieldProps {
  readonly accounts: readonly WithdrawalAccount[];
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (id: string) => void;
}

/** The select field for the account that receives a withdrawal. */
export function AccountField({ accounts, ...field }: AccountFieldProps) {
  const messages = useWithdrawalMessages();
  return (
    <SelectField
      {...field}
      {...{ label: messages.to, name: "account" }}
      options={accounts.map(({ id, name, number }) => [id, `${name} ${number}`] as const)}
    />
  );
}
