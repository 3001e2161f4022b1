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
import { everyItem, type Page, pageOf } from "./pages.ts";

/** Who pays. Every method throws `KoloError`. */
export class Customers {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** With an `email`, a `phone`, or both. */
  async create(customer: NewCustomer, options?: CallOptions): Promise<Customer> {
    return (await this.#call("createCustomer", { body: customer }, options)).customer;
  }

  async retrieve(id: string, options?: CallOptions): Promise<Customer> {
    return (await this.#call("retrieveCustomer", { params: { id } }, options)).customer;
  }

  async update(id: string, changes: CustomerChanges, options?: CallOptions): Promise<Customer> {
    return (await this.#call("updateCustomer", { params: { id }, body: changes }, options)).customer;
  }

  /** Removes the record alone: its payments remain. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call("deleteCustomer", { params: { id } }, options);
  }

  /** A page, the newest first. */
  async list(query: ListCustomersQuery = {}, options?: CallOptions): Promise<Page<CustomerItem>> {
    const answer = await this.#call("listCustomers", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Every customer under the filter, the newest first, each once while new ones arrive (the guide says what is promised). */
  all(query: ListCustomersQuery = {}, options?: CallOptions): AsyncGenerator<CustomerItem, void, undefined> {
    return everyItem((each: ListCustomersQuery) => this.list(each, options), query);
  }

  /** A page of what one customer was asked to pay, the newest first. */
  async listPayments(id: string, query: ListCustomerPaymentsQuery = {}, options?: CallOptions): Promise<Page<Payment>> {
    const answer = await this.#call("listCustomerPayments", { params: { id }, query }, options);
    return pageOf(answer, answer.payments);
  }

  /** Every payment of one customer, the newest first, each once while new ones arrive (the guide says what is promised). */
  allPayments(
    id: string,
    query: ListCustomerPaymentsQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Payment, void, undefined> {
    return everyItem((each: ListCustomerPaymentsQuery) => this.listPayments(id, each, options), query);
  }
}
