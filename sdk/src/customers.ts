import type {
  Customer,
  CustomerChanges,
  CustomerItem,
  ListCustomerPaymentsQuery,
  ListCustomersQuery,
  NewCustomer,
  Payment,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";

/** The people who pay you. Every method throws `KoloError`. No private key is needed. */
export class Customers {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Stores a customer. An `email`, a `phone` or both are required. */
  async create(customer: NewCustomer, options?: CallOptions): Promise<Customer> {
    return (await this.#call("createCustomer", { body: customer }, options)).customer;
  }

  /** Retrieves one customer. Throws `not_found` for an unknown id. */
  async retrieve(id: string, options?: CallOptions): Promise<Customer> {
    return (await this.#call("retrieveCustomer", { params: { id } }, options)).customer;
  }

  /** Changes the fields that `changes` names. */
  async update(id: string, changes: CustomerChanges, options?: CallOptions): Promise<Customer> {
    return (await this.#call("updateCustomer", { params: { id }, body: changes }, options)).customer;
  }

  /** Blocks a customer, who then cannot pay: new payments are refused, and open ones cannot be paid. */
  async block(id: string, options?: CallOptions): Promise<Customer> {
    return (await this.#call("blockCustomer", { params: { id } }, options)).customer;
  }

  /** Lifts the block. */
  async unblock(id: string, options?: CallOptions): Promise<Customer> {
    return (await this.#call("unblockCustomer", { params: { id } }, options)).customer;
  }

  /** Deletes the record only: its payments remain. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call("deleteCustomer", { params: { id } }, options);
  }

  /** Lists one page of customers, newest first. */
  async list(query: ListCustomersQuery = {}, options?: CallOptions): Promise<Page<CustomerItem>> {
    const answer = await this.#call("listCustomers", { query }, options);
    return pageOf(answer, answer.items);
  }

  /**
   * Iterates over every customer that matches the filter, newest first, each once. Items can be missed if others stop
   * matching during the iteration (see "Lists" in the SDK guide).
   */
  all(query: ListCustomersQuery = {}, options?: CallOptions): AllItems<CustomerItem> {
    return everyItem((each: ListCustomersQuery) => this.list(each, options), query);
  }

  /** Lists one page of a customer's payments, newest first. */
  async listPayments(id: string, query: ListCustomerPaymentsQuery = {}, options?: CallOptions): Promise<Page<Payment>> {
    const answer = await this.#call("listCustomerPayments", { params: { id }, query }, options);
    return pageOf(answer, answer.payments);
  }

  /**
   * Iterates over every payment of one customer, newest first, each once. Items can be missed if others stop matching
   * during the iteration (see "Lists" in the SDK guide).
   */
  allPayments(id: string, query: ListCustomerPaymentsQuery = {}, options?: CallOptions): AllItems<Payment> {
    return everyItem((each: ListCustomerPaymentsQuery) => this.listPayments(id, each, options), query);
  }
}
