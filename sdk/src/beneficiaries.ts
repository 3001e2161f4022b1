import type {
  Beneficiary,
  BeneficiaryChanges,
  BeneficiaryItem,
  ListBeneficiariesQuery,
  NewBeneficiary,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";

/** The people and businesses that you pay. Every method throws `KoloError`. */
export class Beneficiaries {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Stores a beneficiary, whose id a transfer can then name. */
  async create(beneficiary: NewBeneficiary, options?: CallOptions): Promise<Beneficiary> {
    return (await this.#call("createBeneficiary", { body: beneficiary }, options)).beneficiary;
  }

  /** Retrieves one beneficiary. Throws `not_found` for an unknown id. */
  async retrieve(id: string, options?: CallOptions): Promise<Beneficiary> {
    return (await this.#call("retrieveBeneficiary", { params: { id } }, options)).beneficiary;
  }

  /** Changes the fields that `changes` names. `country`, `currency` and `type` cannot change. */
  async update(id: string, changes: BeneficiaryChanges, options?: CallOptions): Promise<Beneficiary> {
    return (await this.#call("updateBeneficiary", { params: { id }, body: changes }, options)).beneficiary;
  }

  /** Deletes the record only: its transfers remain. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call("deleteBeneficiary", { params: { id } }, options);
  }

  /** Lists one page of beneficiaries, newest first. */
  async list(query: ListBeneficiariesQuery = {}, options?: CallOptions): Promise<Page<BeneficiaryItem>> {
    const answer = await this.#call("listBeneficiaries", { query }, options);
    return pageOf(answer, answer.items);
  }

  /**
   * Iterates over every beneficiary that matches the filter, newest first, each once. Items can be missed if others
   * stop matching during the iteration (see "Lists" in the SDK guide).
   */
  all(query: ListBeneficiariesQuery = {}, options?: CallOptions): AllItems<BeneficiaryItem> {
    return everyItem((each: ListBeneficiariesQuery) => this.list(each, options), query);
  }
}
