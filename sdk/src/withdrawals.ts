import type {
  ListWithdrawalAccountsQuery,
  ListWithdrawalRuleRunsQuery,
  ListWithdrawalsQuery,
  NewWithdrawal,
  NewWithdrawalAccount,
  NewWithdrawalRule,
  Timeline,
  Withdrawal,
  WithdrawalAccount,
  WithdrawalRule,
  WithdrawalRuleRun,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";
import { pollUntilEnded, type WaitOptions } from "./wait.ts";

const OPEN_STATUSES: readonly string[] = ["pending", "processing"];

/** Withdrawals: transfers from your balance to an account of your own. Every method throws `KoloError`. */
export class Withdrawals {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Creates a withdrawal to a confirmed account. Throws `insufficient_funds` if the balance does not cover it. */
  async create(withdrawal: NewWithdrawal, options?: CallOptions): Promise<Withdrawal> {
    return (await this.#call("createWithdrawal", { body: withdrawal }, options)).withdrawal;
  }

  /** Retrieves one withdrawal by its id or reference. Throws `not_found` for an unknown one. */
  async retrieve(id: string, options?: CallOptions): Promise<Withdrawal> {
    return (await this.#call("retrieveWithdrawal", { params: { id } }, options)).withdrawal;
  }

  /** Retrieves every change of the withdrawal, with its time and cause. */
  async timeline(id: string, options?: CallOptions): Promise<Timeline> {
    return (await this.#call("explainWithdrawal", { params: { id } }, options)).timeline;
  }

  /** Cancels a pending withdrawal. Throws `invalid` once it may have been sent. */
  async cancel(id: string, options?: CallOptions): Promise<void> {
    await this.#call("cancelWithdrawal", { params: { id } }, options);
  }

  /** Polls until the withdrawal has ended, and returns it. Throws `not_ended` after `wait_ms` (default: 300,000). */
  async wait(id: string, options: WaitOptions = {}): Promise<Withdrawal> {
    const poll = (each: CallOptions) => this.retrieve(id, each);
    return pollUntilEnded(poll, ({ status }) => !OPEN_STATUSES.includes(status), options);
  }

  /** Lists one page of withdrawals, newest first. */
  async list(query: ListWithdrawalsQuery = {}, options?: CallOptions): Promise<Page<Withdrawal>> {
    const answer = await this.#call("listWithdrawals", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Iterates over every withdrawal that matches the filter, newest first, each once. */
  all(query: ListWithdrawalsQuery = {}, options?: CallOptions): AllItems<Withdrawal> {
    return everyItem((each: ListWithdrawalsQuery) => this.list(each, options), query);
  }

  /** Registers an account of your own. Withdrawals to it are allowed once it is confirmed. */
  async registerAccount(account: NewWithdrawalAccount, options?: CallOptions): Promise<WithdrawalAccount> {
    return (await this.#call("createWithdrawalAccount", { body: account }, options)).withdrawal_account;
  }

  /** Confirms an account in the test environment. In live, two people confirm it in the dashboard. */
  async confirmAccount(id: string, options?: CallOptions): Promise<WithdrawalAccount> {
    return (await this.#call("confirmWithdrawalAccount", { params: { id } }, options)).withdrawal_account;
  }

  /** Retrieves one account. Throws `not_found` for an unknown id. */
  async retrieveAccount(id: string, options?: CallOptions): Promise<WithdrawalAccount> {
    return (await this.#call("retrieveWithdrawalAccount", { params: { id } }, options)).withdrawal_account;
  }

  /** Removes an account: it accepts no new withdrawals. */
  async removeAccount(id: string, options?: CallOptions): Promise<void> {
    await this.#call("deleteWithdrawalAccount", { params: { id } }, options);
  }

  /** Retrieves the rules of automatic withdrawals: at most one per currency. */
  async rules(options?: CallOptions): Promise<readonly WithdrawalRule[]> {
    return (await this.#call("listWithdrawalRules", {}, options)).withdrawal_rules;
  }

  /** Sets the rule in the currency of a confirmed account. It replaces the one that exists. */
  async setRule(rule: NewWithdrawalRule, options?: CallOptions): Promise<WithdrawalRule> {
    return (await this.#call("setWithdrawalRule", { body: rule }, options)).withdrawal_rule;
  }

  /** Removes a rule. The withdrawals that it has made continue. */
  async removeRule(id: string, options?: CallOptions): Promise<void> {
    await this.#call("removeWithdrawalRule", { params: { id } }, options);
  }

  /** Lists one page of a rule's runs, the latest due time first. */
  async listRuleRuns(
    id: string,
    query: ListWithdrawalRuleRunsQuery = {},
    options?: CallOptions,
  ): Promise<Page<WithdrawalRuleRun>> {
    const answer = await this.#call("listWithdrawalRuleRuns", { params: { id }, query }, options);
    return pageOf(answer, answer.items);
  }

  /** In test only: makes the rule's next run due now. */
  async runRule(id: string, options?: CallOptions): Promise<WithdrawalRule> {
    return (await this.#call("runWithdrawalRule", { params: { id } }, options)).withdrawal_rule;
  }

  /** Lists one page of accounts, newest first. */
  async listAccounts(query: ListWithdrawalAccountsQuery = {}, options?: CallOptions): Promise<Page<WithdrawalAccount>> {
    const answer = await this.#call("listWithdrawalAccounts", { query }, options);
    return pageOf(answer, answer.items);
  }
}
