import { buildStatement, type Sql } from "#db/sql.ts";
import type { SendStatements, Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Pipeline, StatementResult } from "./pipeline.ts";

/** The properties that differ between transactions. */
interface TransactionOptions {
  /** The role under which the transaction prepares its statements. */
  readonly role: string;
  readonly is_retry: boolean;
  /** The wakes to send to this process's workers after the commit. */
  readonly pending_wakes: Map<string, string[]>;
}

/** Statements deferred to the commit, and the function that maps their errors. */
interface DeferredStatements {
  readonly send: SendStatements;
  readonly mapError: (error: unknown) => unknown;
}

/** One try of a transaction, on its connection. The pool begins and ends it. */
export class Transaction implements Tx {
  readonly is_retry: boolean;
  readonly #pipeline: Pipeline;
  readonly #role: string;
  readonly #pending_wakes: Map<string, string[]>;
  readonly #deferred: DeferredStatements[] = [];
  readonly #deferred_last: DeferredStatements[] = [];
  #now: string | null = null;
  #is_over = false;
  #failure: unknown;

  constructor(pipeline: Pipeline, { role, is_retry, pending_wakes }: TransactionOptions) {
    this.#pipeline = pipeline;
    this.#role = role;
    this.is_retry = is_retry;
    this.#pending_wakes = pending_wakes;
  }

  get now(): string {
    assert(this.#now !== null, "the transaction has begun, so its time is known");
    return this.#now;
  }

  set now(now: string) {
    this.#now = now;
  }

  /** Whether a statement of this transaction has failed, even if the caller caught the error. */
  get has_failed(): boolean {
    return this.#failure !== undefined;
  }

  atCommit(send: SendStatements, mapError: (error: unknown) => unknown = unchanged): void {
    this.#deferred.push({ send, mapError });
  }

  lastAtCommit(send: SendStatements, mapError: (error: unknown) => unknown = unchanged): void {
    this.#deferred_last.push({ send, mapError });
  }

  /** Sends the deferred statements. Nothing may follow them: the commit is next. */
  sendDeferred(): readonly Promise<unknown>[] {
    const sent = [...this.#deferred, ...this.#deferred_last].flatMap(({ send, mapError }) =>
      send().flatMap((sent_statement) => {
        const mapped = sent_statement?.catch((error: unknown) => {
          throw mapError(error);
        });
        return mapped ?? [];
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
    assert(only !== undefined && rows.length === 1, "the query returns exactly one row");
    return only;
  }

  async maybeRow<Row>(query: Sql): Promise<Row | null> {
    const rows = await this.rows<Row>(query);
    assert(rows.length <= 1, "the query returns at most one row");
    return rows[0] ?? null;
  }

  async run(query: Sql): Promise<number> {
    return (await this.#send(query)).count;
  }

  flush(): void {
    void this.#pipeline.flush();
  }

  wake(queue: string, subjects: readonly string[] = []): void {
    this.#pending_wakes.set(queue, [...(this.#pending_wakes.get(queue) ?? []), ...subjects]);
  }

  async #send(query: Sql): Promise<StatementResult> {
    assert(!this.#is_over, "a transaction's statements are sent before its commit");
    const { text, values, name } = buildStatement(query);
    try {
      // The name contains the role: PostgreSQL discards a plan made under row-level security when another role runs it,
      // so each role prepares its own.
      return await this.#pipeline.query({ text, values, name: name && `${this.#role}_${name}` });
    } catch (error) {
      // The first error is the reason; later ones only report the aborted transaction. The caller's stack is more
      // useful than that of the code that parses the answer.
      if (this.#failure === undefined && error instanceof Error) Error.captureStackTrace(error);
      this.#failure ??= error;
      throw this.#failure;
    }
  }
}

function unchanged(error: unknown): unknown {
  return error;
}
