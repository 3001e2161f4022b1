import type { Bank, Channel, Country, Currency, ListBanksQuery } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";

/**
 * The channels, countries, currencies and banks that the service supports. Every method throws `KoloError`. No private
 * key is needed.
 */
export class Catalogue {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Lists the channels with their limits and their current health. */
  async channels(options?: CallOptions): Promise<readonly Channel[]> {
    return (await this.#call("listChannels", {}, options)).data;
  }

  /** Lists the supported countries. */
  async countries(options?: CallOptions): Promise<readonly Country[]> {
    return (await this.#call("listCountries", {}, options)).data;
  }

  /** Lists the supported currencies. */
  async currencies(options?: CallOptions): Promise<readonly Currency[]> {
    return (await this.#call("listCurrencies", {}, options)).data;
  }

  /** Lists the banks that can receive transfers, of one country if `query.country` (ISO 3166, two letters) is set. */
  async banks(query: ListBanksQuery = {}, options?: CallOptions): Promise<readonly Bank[]> {
    return (await this.#call("listBanks", { query }, options)).data;
  }
}
