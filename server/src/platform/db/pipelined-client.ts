import type pg from 'pg';
import type { Notice } from './after-commit.ts';
import type { Mark } from './position.ts';
import type { StatementNames } from './prepared.ts';
import { ask } from './prepared-query.ts';

const PLAN_NO_LONGER_FITS = '0A000';
/** After a failure nothing runs, and what would have been prepared is not there for the next use. */
const CONSEQUENCES = new Set(['25P02', '26000']);

type NoticeRow = { notice_channel?: string; notice_payload?: string };

/** Options of a connection. */
export type PipelineOptions = {
  names: StatementNames;
  send(notices: readonly Notice[]): void;
  /** Opens a transaction inside the walls of an organization; then a statement on its own gets one too. */
  begin?: string;
  /** Asks how new the state is that a statement or transaction has shown. */
  mark?: Mark | undefined;
};

/**
 * A connection that sends statements without waiting for earlier answers. Statements sent in one turn of the event loop
 * share one packet: `begin` goes with the first statement, and `commit` can go with the last.
 */
export class PipelinedClient {
  readonly #client: pg.PoolClient;
  readonly #options: PipelineOptions;
  readonly #notices = new Map<string, Notice>();
  /** `begin` waits for the first statement. */
  #isOpening = false;
  #isInTransaction = false;
  /** The transaction's first error, which causes all later ones. */
  #failure: Error | null = null;
  #isCorked = false;
  #isStale = false;

  constructor(client: pg.PoolClient, options: PipelineOptions) {
    this.#client = client;
    this.#options = options;
  }

  begin(): void {
    this.#isOpening = true;
    this.#isInTransaction = true;
    this.#failure = null;
  }

  /** Statements take effect in the order of these calls, whether or not their answers are awaited. */
  async query<R extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
    known: string | null = null,
  ): Promise<pg.QueryResult<R>> {
    const { names, begin } = this.#options;
    const name = known || values.length > 0 ? names.nameOf(text, known ?? undefined) : undefined;
    const isAlone = begin !== undefined && !this.#isInTransaction;
    try {
      this.#cork();
      if (this.#isOpening || isAlone) {
        this.#isOpening = false;
        if (isAlone) this.#failure = null;
        // If it fails, the next statement fails because of it.
        this.#client.query(begin ?? 'begin').catch((error: Error) => {
          this.#failure ??= error;
        });
      }
      const answer =
        values.length > 0
          ? ask<R>(this.#client, { name, text, values: values as unknown[] })
          : this.#client.query<R>({ text, ...(name && { name }) });
      // Ending a failed statement undoes it; a successful one counts only once its end succeeded too.
      const ending = isAlone ? this.#client.query('commit') : null;
      const marking = this.#isInTransaction ? null : this.#mark();
      const [, end] = ending ? await Promise.allSettled([answer, ending]) : [];
      const result = await answer;
      if (end?.status === 'rejected') throw end.reason;
      if (marking) await marking;
      this.#collectNotice(result.rows?.[0] as NoticeRow | undefined);
      return result;
    } catch (error) {
      throw this.#failed(error as Error & { code?: string });
    }
  }

  async commit(): Promise<void> {
    this.#isInTransaction = false;
    if (this.#isOpening) {
      this.#isOpening = false;
      return;
    }
    this.#cork();
    const committing = this.#client.query('commit');
    const marking = this.#mark();
    const { command } = await committing;
    // PostgreSQL answers the commit of a failed transaction with a rollback, without an error.
    if (command !== 'COMMIT') throw this.#failure ?? new Error('The transaction was rolled back.');
    const notices = [...this.#notices.values()];
    this.#notices.clear();
    if (notices.length > 0) this.#options.send(notices);
    if (marking) await marking;
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false;
    this.#notices.clear();
    if (this.#isOpening) {
      this.#isOpening = false;
      return;
    }
    this.#cork();
    await Promise.all([this.#client.query('rollback'), this.#mark()]);
  }

  release(): void {
    this.#isInTransaction = false;
    this.#notices.clear();
    this.#isOpening = false;
    this.#client.release(this.#isStale);
  }

  /** Fails only for a caller that waits for it. */
  #mark(): Promise<unknown> | undefined {
    const marking = this.#options.mark?.(this.#client);
    marking?.catch(() => {});
    return marking;
  }

  #collectNotice(row: NoticeRow | undefined): void {
    if (!row?.notice_channel || !row.notice_payload) return;
    const { notice_channel: channel, notice_payload: payload } = row;
    this.#notices.set(`${channel} ${payload}`, { channel, payload });
  }

  #failed(error: Error & { code?: string }): Error {
    // A table changed under a prepared statement: a new connection prepares it again.
    if (error.code === PLAN_NO_LONGER_FITS) this.#isStale = true;
    if (this.#failure && CONSEQUENCES.has(error.code ?? '')) return this.#failure;
    this.#failure ??= error;
    return error;
  }

  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      stream.uncork();
    });
  }
}
