import type { ListReceivedPartsQuery, Payment, PaymentPart, Release } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";

/** Parts of payments for linked merchants. Every method throws `KoloError`. */
export class SplitPayments {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Retrieves the parts of a payment of yours. The first one is what you keep; they add up to the payment. */
  async parts(reference: string, options?: CallOptions): Promise<readonly PaymentPart[]> {
    return (await this.#call("listPaymentParts", { params: { reference } }, options)).items;
  }

  /** Pays held parts to their merchants: those in `parts`, or all. Throws `invalid` if nothing is held. */
  async release(
    reference: string,
    release: Release = {},
    options?: CallOptions,
  ): Promise<{ readonly transaction: Payment; readonly parts: readonly PaymentPart[] }> {
    const { transaction, parts } = await this.#call(
      "releasePayment",
      { params: { reference }, body: release },
      options,
    );
    return { transaction, parts };
  }

  /** Lists one page of your parts of other merchants' payments, newest first. */
  async listReceived(query: ListReceivedPartsQuery = {}, options?: CallOptions): Promise<Page<PaymentPart>> {
    const answer = await this.#call("listReceivedParts", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Iterates over every received part, newest first, each once. */
  allReceived(query: ListReceivedPartsQuery = {}, options?: CallOptions): AllItems<PaymentPart> {
    return everyItem((each: ListReceivedPartsQuery) => this.listReceived(each, options), query);
  }

  /** Retrieves one received part. Throws `not_found` for an unknown id. */
  async retrieveReceived(id: string, options?: CallOptions): Promise<PaymentPart> {
    return (await this.#call("retrieveReceivedPart", { params: { id } }, options)).part;
  }
}
