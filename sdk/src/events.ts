import type { EventType, ListEventsQuery } from "./api.ts";
import { type Call, type CallOptions, pause } from "./call.ts";
import { KoloError } from "./errors.ts";
import type { KoloEvent } from "./event-types.ts";
import { everyItem, type Page, pageOf } from "./pages.ts";

/** A page of events, and where the feed ends now: from there on `follow` gives what comes. */
export interface EventPage extends Page<KoloEvent> {
  readonly cursor: string;
}

/** From where the feed is followed. */
export interface Following {
  /** Behind what to begin: the `cursor` of the last event you worked off; 0 for the beginning. */
  readonly after: string | 0;
  /** Only events of this type. */
  readonly type?: EventType;
}

export interface FollowOptions extends CallOptions {
  /** How long to wait for new events before looking again, in milliseconds. */
  readonly every_ms?: number;
}

const LOOK_EVERY_MS = 1_000;
const FEED_LIMIT = 100;

/** What happened. Every method throws `KoloError`. */
export class Events {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  async retrieve(id: string, options?: CallOptions): Promise<KoloEvent> {
    return (await this.#call("retrieveEvent", { params: { id } }, options)).event;
  }

  /** A page, the newest first. */
  async list(query: Omit<ListEventsQuery, "after"> = {}, options?: CallOptions): Promise<EventPage> {
    const answer = await this.#call("listEvents", { query }, options);
    return { ...pageOf(answer, answer.items), cursor: answer.cursor };
  }

  /** Every event under the filter, the newest first, each once while new ones arrive (the guide says what is promised). */
  all(query: Omit<ListEventsQuery, "after"> = {}, options?: CallOptions): AsyncGenerator<KoloEvent, void, undefined> {
    return everyItem((each: Omit<ListEventsQuery, "after">) => this.list(each, options), query);
  }

  /**
   * Every event behind a place in the feed, the oldest first, in the order of the commits and without gaps, and then those to
   * come, for ever. Keep the `cursor` of each when you have worked it off and begin there next time: nothing is missed, and
   * what was not kept comes again. Ends, without an error, when the signal is aborted. When the service is away for longer than
   * `patience_ms` it throws, as every call; begin again behind the last one. Of kind `conflict`: the database was restored from a
   * backup; begin at 0, and leave out the events whose `id` you have worked off.
   */
  async *follow(
    { after, type }: Following,
    { every_ms = LOOK_EVERY_MS, ...options }: FollowOptions = {},
  ): AsyncGenerator<KoloEvent, void, undefined> {
    const { signal } = options;
    let cursor = String(after);
    while (!signal?.aborted) {
      const found = await this.#behind(cursor, type, options);
      if (found === null) return;
      for (const event of found.items) {
        yield event;
        if (signal?.aborted) return;
      }
      cursor = found.cursor;
      if (!found.has_more) await pause(every_ms, signal);
    }
  }

  /** Null when the signal ended it. */
  async #behind(after: string, type: EventType | undefined, options: CallOptions) {
    const query: ListEventsQuery = { after, limit: FEED_LIMIT, ...(type === undefined ? {} : { type }) };
    try {
      return await this.#call("listEvents", { query }, options);
    } catch (error) {
      if (error instanceof KoloError && error.kind === "aborted") return null;
      throw error;
    }
  }
}
