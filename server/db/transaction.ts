import { assert } from "#kernel/errors.ts";
import { type Sql, statement } from "./sql.ts";
import type { Send, Tx } from "./tx.ts";
import type { Answer, Wire } from "./wire.ts";

/** The properties that differ between transactions. */
interface Kind {
  /** The role that prepares its statements. */
  readonly role: string;
  readonly is_retry: boolean;
  /** The wakes for this process's workers after the commit. */
  readonly woken: Map<string, string[]>;
}

/** A deferred statement, with the meaning of its failure. */
interface Left {
  readonly send: Send;
  readonly reason: (error: unknown) => unknown;
}

/** One try of a transaction, on its connection. The pool begins and ends it. */
export class Transaction implements Tx {
  readonly is_retry: boolean;
  readonly #wire: Wire;
  readonly #role: string;
  readonly #woken: Map<string, string[]>;
  readonly #left: Left[] = [];
  readonly #last: Left[] = [];
  #now: string | null = null;
  #is_over = false;
  #failure: unknown;

  constructor(wire: Wire, { role, is_retry, woken }: Kind) {
    this.#wire = wire;
    this.#role = role;
    this.is_retry = is_retry;
    this.#woken = woken;
  }

  get now(): string {
    assert(this.#now !== null, "a transaction tells the time once it has begun");
    return this.#now;
  }

  set now(now: string) {
    this.#now = now;
  }

  /** Whether one of its statements has failed, even if the error was caught. */
  get has_failed(): boolean {
    return this.#failure !== undefined;
  }

  leave(send: Send, reason: (error: unknown) => unknown = same): void {
    this.#left.push({ send, reason });
  }

  leaveLast(send: Send, reason: (error: unknown) => unknown = same): void {
    this.#last.push({ send, reason });
  }

  /** Sends the deferred statements. Nothing may follow them: the commit is next. */
  last(): readonly Promise<unknown>[] {
    const sent = [...this.#left, ...this.#last].flatMap(({ send, reason }) =>
      send().flatMap((statement) => {
        const told = statement?.catch((error: unknown) => {
          throw reason(error);
        });
        return told ?? [];
      }),
    );
    this.#is_over = true;
    return sent;
  }

  async rows<Row>(query: Sql): Promise<readonly Row[]> {
    return (await this.#send(query)).rows;
  }

  async row<Row>(query: Sql): Promise<Row> {
    const rows = await this.rows<Row>(query);
    const [only] = rows;
    assert(only !== undefined && rows.length === 1, "the query gives exactly one row");
    return only;
  }

  async maybeRow<Row>(query: Sql): Promise<Row | null> {
    const rows = await this.rows<Row>(query);
    assert(rows.length <= 1, "the query gives at most one row");
    return rows[0] ?? null;
  }

  async run(query: Sql): Promise<number> {
    return (await this.#send(query)).count;
  }

  send(): void {
    void this.#wire.send();
  }

  wake(work: string, about: readonly string[] = []): void {
    this.#woken.set(work, [...(this.#woken.get(work) ?? []), ...about]);
  }

  async #send(query: Sql): Promise<Answer> {
    assert(!this.#is_over, "a transaction's statements are sent before its commit");
    const { text, values, name } = statement(query);
    try {
      // A plan made under row-level security is discarded when another role runs it: each role prepares its own.
      return await this.#wire.ask({ text, values, name: name && `${this.#role}_${name}` });
    } catch (error) {
      // The first error gives the reason; later ones only report the aborted transaction. The caller's stack is more
      // useful than that of the answer's parser.
      if (this.#failure === undefined && error instanceof Error) Error.captureStackTrace(error);
      this.#failure ??= error;
      throw this.#failure;
    }
  }
}

function same(error: unknown): unknown {
  return error;
}
