import type { EventType, ListEventsQuery } from "./api.ts";
import { type Call, type CallOptions, sleepUnlessAborted } from "./call.ts";
import { KoloError } from "./errors.ts";
import type { KoloEvent } from "./event-types.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";
import { withResponseOf } from "./responses.ts";

/** A page of events. `cursor` is the current end of the feed: `follow` from there returns only newer events. */
export interface EventPage extends Page<KoloEvent> {
  readonly cursor: string;
}

/** The start position of `follow`. */
export interface FollowQuery {
  /** The `cursor` of the last event that you processed; 0 starts at the beginning of the feed. */
  readonly after: string | 0;
  /** Only events of this type. Default: all types. */
  readonly type?: EventType | undefined;
}

export interface FollowOptions extends CallOptions {
  /** The pause between two polls, in milliseconds. Default: 1,000. */
  readonly every_ms?: number | undefined;
}

const POLL_MS = 1_000;
const FEED_LIMIT = 100;

/** The events of your account. Every method throws `KoloError`. */
export class Events {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Retrieves one event. Throws `not_found` for an unknown id. */
  async retrieve(id: string, options?: CallOptions): Promise<KoloEvent> {
    return (await this.#call("retrieveEvent", { params: { id } }, options)).event;
  }

  /** Lists one page of events, newest first. */
  async list(query: Omit<ListEventsQuery, "after"> = {}, options?: CallOptions): Promise<EventPage> {
    const answer = await this.#call("listEvents", { query }, options);
    return withResponseOf(answer, { ...pageOf(answer, answer.items), cursor: answer.cursor });
  }

  /** Iterates over every event that matches the filter, newest first, each once (see "Lists" in the SDK guide). */
  all(query: Omit<ListEventsQuery, "after"> = {}, options?: CallOptions): AllItems<KoloEvent> {
    return everyItem((each: Omit<ListEventsQuery, "after">) => this.list(each, options), query);
  }

  /**
   * Follows the feed: yields every event after a cursor, oldest first, in commit order and without gaps, then each new
   * one, forever.
   *
   * Store the `cursor` of each event in the transaction that processes the event, and pass the last one as `after` next
   * time. No event is lost; an event whose cursor was not stored is returned again. The iteration ends without an error
   * when the signal is aborted.
   *
   * Throws if the service is unreachable for longer than `patience_ms`: start again after the last cursor. Throws
   * `conflict` if the database was restored from a backup: start at 0 and skip the events whose `id` you have
   * processed.
   *
   * @param options `every_ms` is the pause between two polls in milliseconds (default: 1,000).
   */
  async *follow(
    { after, type }: FollowQuery,
    { every_ms = POLL_MS, ...options }: FollowOptions = {},
  ): AsyncGenerator<KoloEvent, void, undefined> {
    const { signal } = options;
    let cursor = String(after);
    while (!signal?.aborted) {
      const page = await this.#behind(cursor, type, options);
      if (page === null) return;
      for (const event of page.items) {
        yield event;
        if (signal?.aborted) return;
      }
      cursor = page.cursor;
      if (!page.has_more) await sleepUnlessAborted(every_ms, signal);
    }
  }

  /** Reads the events after a cursor; null if the signal ended the call. */
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
