import type { Bank, Channel, Country, Currency, ListBanksQuery } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";

/** What there is to choose from. Every method throws `KoloError`. */
export class Catalogue {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** The ways for money to go, with their bounds and how each does now. */
  async channels(options?: CallOptions): Promise<readonly Channel[]> {
    return (await this.#call("listChannels", {}, options)).data;
  }

  async countries(options?: CallOptions): Promise<readonly Country[]> {
    return (await this.#call("listCountries", {}, options)).data;
  }

  async currencies(options?: CallOptions): Promise<readonly Currency[]> {
    return (await this.#call("listCurrencies", {}, options)).data;
  }

  async banks(query: ListBanksQuery = {}, options?: CallOptions): Promise<readonly Bank[]> {
    return (await this.#call("listBanks", { query }, options)).data;
  }
}
