import pg from 'pg';
import { addressesOf } from '#platform/database-addresses.ts';

/*
 * A URL may name several hosts, as PostgreSQL's own clients take it:
 * `postgres://spotter@a:5432,b:5432/spotter?target_session_attrs=read-write`. node-postgres knows one host, so each
 * connection goes to one of them, and the next connection elsewhere if that one can't be used.
 */

/** A host that swallows packets would hold up a start or a job for minutes. */
const LONGEST_OPENING_MS = 10_000;

/** Which address of a URL to try next, for all connections of the process. */
const nextIndex = new Map<string, number>();

type ParameterStatus = { parameterName: string; parameterValue: string };
type Done = ((error: Error) => void) & ((error: null, client: pg.Client) => void);

export class HostsClient extends pg.Client {
  readonly #url: string;
  readonly #index: number;
  #isReadOnly = false;

  constructor(options: pg.ClientConfig = {}) {
    const { connectionString: url = '' } = options;
    const index = nextIndex.get(url) ?? 0;
    super({ connectionTimeoutMillis: LONGEST_OPENING_MS, ...options, connectionString: addressesOf(url)[index]! });
    this.#url = url;
    this.#index = index;
    // The loss may arrive together with the news that the connection is open, before its owner can listen; an 'error' event
    // that nobody hears ends the process. The owner learns of it when the next query fails.
    this.on('error', () => {});
    if (!/[?&]target_session_attrs=(read-write|primary)(&|$)/.test(url)) return;
    // PostgreSQL says at the start of a connection whether it can be written to.
    this.connection.on('parameterStatus', ({ parameterName: name, parameterValue }: ParameterStatus) => {
      if (name === 'in_hot_standby' || name === 'default_transaction_read_only')
        this.#isReadOnly ||= parameterValue === 'on';
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(done: Done): void;
  override connect(done?: Done): Promise<pg.Client> | undefined {
    const opened = this.#open();
    if (!done) return opened;
    opened.then((client) => done(null, client), done);
    return undefined;
  }

  async #open(): Promise<pg.Client> {
    try {
      await super.connect();
      if (!this.#isReadOnly) return this;
      // Nothing uses this connection, however it ends.
      this.end().catch(() => {});
      throw Object.assign(new Error('The database takes no writes.'), { code: '25006' });
    } catch (error) {
      // Several connections may fail at once; the first of them moves on.
      if ((nextIndex.get(this.#url) ?? 0) === this.#index)
        nextIndex.set(this.#url, (this.#index + 1) % addressesOf(this.#url).length);
      throw error;
    }
  }
}
