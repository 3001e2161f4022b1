import type {
  Beneficiary,
  BeneficiaryChanges,
  BeneficiaryItem,
  ListBeneficiariesQuery,
  NewBeneficiary,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { everyItem, type Page, pageOf } from "./pages.ts";

/** Who is paid. Every method throws `KoloError`. */
export class Beneficiaries {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  async create(beneficiary: NewBeneficiary, options?: CallOptions): Promise<Beneficiary> {
    return (await this.#call("createBeneficiary", { body: beneficiary }, options)).beneficiary;
  }

  async retrieve(id: string, options?: CallOptions): Promise<Beneficiary> {
    return (await this.#call("retrieveBeneficiary", { params: { id } }, options)).beneficiary;
  }

  /** `country`, `currency` and `type` stay as they are. */
  async update(id: string, changes: BeneficiaryChanges, options?: CallOptions): Promise<Beneficiary> {
    return (await this.#call("updateBeneficiary", { params: { id }, body: changes }, options)).beneficiary;
  }

  /** Removes the record alone: its transfers remain. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call("deleteBeneficiary", { params: { id } }, options);
  }

  /** A page, the newest first. */
  async list(query: ListBeneficiariesQuery = {}, options?: CallOptions): Promise<Page<BeneficiaryItem>> {
    const answer = await this.#call("listBeneficiaries", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Every beneficiary under the filter, the newest first, each once while new ones arrive (the guide says what is promised). */
  all(query: ListBeneficiariesQuery = {}, options?: CallOptions): AsyncGenerator<BeneficiaryItem, void, undefined> {
    return everyItem((each: ListBeneficiariesQuery) => this.list(each, options), query);
  }
}
