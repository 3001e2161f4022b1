import type { NewPayment, Payment } from "./api.ts";
import { type Call, type CallOptions, createCall } from "./call.ts";
import { checkKey, checkUrl } from "./kolo.ts";
import { OPEN_STATUSES } from "./payments.ts";
import { pollUntilEnded, type WaitOptions } from "./wait.ts";

/** The address of the service, the publishable key, and the defaults of every call. */
export interface PublishableKoloOptions extends Omit<CallOptions, "idempotency_key" | "signal" | "sync"> {
  /** The address of the service, such as `https://pay.example.cm`. */
  readonly url: string;
  /** The publishable key, `live_pub_…` or `test_pub_…`. It selects the environment. */
  readonly publishable_key: string;
  /** Sends the requests instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** The fields that a publishable key may set. */
export interface NewPublishablePayment extends Omit<NewPayment, "reference" | "customer" | "split"> {
  readonly customer?: Exclude<NewPayment["customer"], string>;
}

/** A payment as a publishable key sees it. */
export type FollowedPayment = Omit<Payment, "customer" | "phone" | "fee" | "metadata" | "split">;

/** A new payment, the token that follows it, and the hosted page where the payer pays. */
export interface CreatedPayment {
  readonly transaction: FollowedPayment;
  readonly follow_token: string;
  readonly authorization_url: string;
}

/** A payment to follow, by its id or reference. */
export interface PaymentToFollow {
  readonly reference: string;
  readonly follow_token: string;
}

/**
 * The client for browsers and apps, with a publishable key. It creates payments and follows each with its own token.
 * Anybody can read the key, so your server compares amounts before it hands over goods.
 */
export class PublishableKolo {
  readonly #call: Call;

  /** Checks the options; sends nothing. Throws `TypeError` if the address or the key is malformed or of another kind. */
  constructor({ url, publishable_key, ...options }: PublishableKoloOptions) {
    this.#call = createCall({
      ...options,
      url: checkUrl(url),
      public_key: checkKey("publishable_key", publishable_key, /^(live|test)_(pk|sk)_/),
      private_key: undefined,
      is_publishable: true,
    });
  }

  /** Creates a payment. Open `authorization_url`, and keep `follow_token`. Throws `KoloError`, as all methods do. */
  async create(payment: NewPublishablePayment, options?: CallOptions): Promise<CreatedPayment> {
    return this.#call("createPayment", { body: payment }, options);
  }

  /** Retrieves a payment of this page. Throws `not_found` with the token of another payment. */
  async retrieve({ reference, follow_token }: PaymentToFollow, options?: CallOptions): Promise<FollowedPayment> {
    const { transaction } = await this.#call("retrievePayment", { params: { reference }, follow_token }, options);
    return transaction;
  }

  /** Polls until the payment is complete, failed, canceled or expired. Throws `not_ended` after `wait_ms`. */
  async wait(payment: PaymentToFollow, options: WaitOptions = {}): Promise<FollowedPayment> {
    const poll = (each: CallOptions) => this.retrieve(payment, each);
    return pollUntilEnded(poll, ({ status }) => !OPEN_STATUSES.includes(status), options);
  }
}
