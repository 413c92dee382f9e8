import type pg from 'pg';
import type { Notice } from './after-commit.ts';
import type { StatementNames } from './prepared.ts';

const PLAN_NO_LONGER_FITS = '0A000';
const TRANSACTION_ABORTED = '25P02';

type NoticeRow = { notice_channel?: string; notice_payload?: string };

/**
 * A connection that sends its statements without waiting for the answers before them. What is sent in one turn of the
 * event loop leaves in one packet: `begin` goes with the first statement, and `commit` can go with the last.
 */
export class PipelinedClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #send: (notices: Notice[]) => void;
  readonly #notices = new Map<string, Notice>();
  /** `begin` waits for the first statement. */
  #isOpening = false;
  /** The first error of the transaction: what PostgreSQL refuses afterwards, it refuses because of it. */
  #failure: Error | null = null;
  #isCorked = false;
  #isStale = false;

  constructor(client: pg.PoolClient, names: StatementNames, send: (notices: Notice[]) => void) {
    this.#client = client;
    this.#names = names;
    this.#send = send;
  }

  begin(): void {
    this.#isOpening = true;
    this.#failure = null;
  }

  /** Statements take effect in the order of these calls, whether or not their answers are waited for. */
  async query<R extends pg.QueryResultRow>(
    text: string,
    values: readonly unknown[],
    known: string | null = null,
  ): Promise<pg.QueryResult<R>> {
    const name = known ?? (values.length > 0 ? this.#names.nameOf(text) : undefined);
    try {
      this.#cork();
      if (this.#isOpening) {
        this.#isOpening = false;
        // It fails only with the connection, and then the statement after it fails too.
        this.#client.query('begin').catch(() => {});
      }
      const result = await this.#client.query<R>({ text, values: values as unknown[], ...(name && { name }) });
      this.#collectNotice(result.rows?.[0] as NoticeRow | undefined);
      return result;
    } catch (error) {
      throw this.#failed(error as Error & { code?: string });
    }
  }

  async commit(): Promise<void> {
    if (this.#isOpening) {
      this.#isOpening = false;
      return;
    }
    this.#cork();
    const { command } = await this.#client.query('commit');
    // PostgreSQL answers the commit of a failed transaction by rolling it back, without an error.
    if (command !== 'COMMIT') throw this.#failure ?? new Error('The transaction was rolled back.');
    if (this.#notices.size === 0) return;
    const notices = [...this.#notices.values()];
    this.#notices.clear();
    this.#send(notices);
  }

  async rollback(): Promise<void> {
    this.#notices.clear();
    if (this.#isOpening) this.#isOpening = false;
    else await this.#client.query('rollback');
  }

  release(): void {
    this.#notices.clear();
    this.#isOpening = false;
    this.#client.release(this.#isStale);
  }

  #collectNotice(row: NoticeRow | undefined): void {
    if (!row?.notice_channel || !row.notice_payload) return;
    const { notice_channel: channel, notice_payload: payload } = row;
    this.#notices.set(`${channel} ${payload}`, { channel, payload });
  }

  #failed(error: Error & { code?: string }): Error {
    // A table changed under a prepared statement: a new connection prepares it again.
    if (error.code === PLAN_NO_LONGER_FITS) this.#isStale = true;
    if (error.code === TRANSACTION_ABORTED && this.#failure) return this.#failure;
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
