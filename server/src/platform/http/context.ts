import type { EndpointName } from '@spotter/contract';
import { SEEN_HEADER } from '@spotter/contract/api/seen.ts';
import type { FastifyRequest } from 'fastify';
import { audit } from '#platform/audit.ts';
import type { Config } from '#platform/config.ts';
import type { Connection, Db } from '#platform/db/connect.ts';
import { FIRST, isPosition, later, type Position } from '#platform/db/position.ts';
import { type Read, readsOf } from '#platform/db/reads.ts';
import type { Replicas, StandbyReads } from '#platform/db/replicas/replicas.ts';
import type { Tenant } from '#platform/db/tenants.ts';
import { type Answering, inTransaction } from '#platform/events/tell.ts';
import { type Limits, networkOf } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import type { AccessTokens } from '#platform/logins/access-tokens.ts';
import type { Caller, Callers } from '#platform/logins/callers.ts';
import type { Offload } from '#platform/offload/offload.ts';
import type { Ctx } from './handlers.ts';
import { aside, behind, type Gate } from './limits/gate.ts';
import type { callTurns } from './limits/turns.ts';

export type HttpParts = {
  /** Sees every organization. */
  db: Db;
  inside: Connection['inside'];
  readsInside(tenant: Tenant): Read;
  read: Read;
  replicas?: Replicas | null;
  config: Config;
  log: Logger;
  limits: Limits;
  accessTokens: AccessTokens;
  callers: Callers;
  gate: Gate;
  offload: Offload;
  /** How many calls one member, and one visitor's address, has at work. */
  turns: ReturnType<typeof callTurns>;
  /** The current time; tests set it. */
  clock(): Date;
  /** Told of every call of a demo visitor that got an answer. */
  demoCalled?(organizationId: string, name: EndpointName): void;
};

/**
 * What one request may use. One is created per request, so it is small and creates rarely used parts on demand. Its
 * functions are fields, not methods, so that handlers can destructure them.
 */
export class RequestContext implements Ctx<Caller | null> {
  read: Read;
  readonly caller: Caller | null;
  readonly now: Date;
  /** Users whose rights this request has changed. */
  changed: Set<string> | null = null;
  hasGuessedRight = false;
  readonly #parts: HttpParts;
  readonly #request: FastifyRequest;
  readonly #operation: EndpointName;
  readonly #crosses: boolean;
  #db: Db | null = null;
  #standby: StandbyReads | null = null;

  constructor(parts: HttpParts, request: FastifyRequest, operation: EndpointName, crosses: boolean) {
    this.#parts = parts;
    this.#request = request;
    this.#operation = operation;
    this.#crosses = crosses;
    this.caller = request.caller;
    const tenant = this.#tenant();
    this.read = tenant ? parts.readsInside(tenant) : parts.read;
    this.now = parts.clock();
  }

  /** Inside the walls of the caller's organization, unless the call has to reach beyond them. */
  get db(): Db {
    this.#db ??= this.#open();
    return this.#db;
  }
  #open(): Db {
    const tenant = this.#tenant();
    return tenant ? this.#parts.inside(tenant) : this.#parts.db;
  }
  #tenant(): Tenant | null {
    const { organizationId, emulatedBy = null } = this.caller ?? {};
    return organizationId && !this.#crosses ? { organizationId, emulatedBy } : null;
  }

  get log(): Logger {
    return this.#parts.log.child({ request_id: this.#request.id });
  }
  get requestId(): string {
    return this.#request.id;
  }
  get ip(): string {
    return this.#request.ip;
  }
  /** The client's preferred language as a tag; null if it names none. */
  get language(): string | null {
    const [first = ''] = (this.#request.headers['accept-language'] ?? '').split(/[,;]/, 1);
    const tag = first.trim();
    return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) ? tag : null;
  }
  get zone(): string | null {
    return this.#request.headers['x-use-new-timezone'] === 'true' ? (this.caller?.timezone ?? null) : null;
  }
  get userAgent(): string {
    return String(this.#request.headers['user-agent'] ?? '').slice(0, 400);
  }
  get config(): Config {
    return this.#parts.config;
  }
  get accessTokens(): AccessTokens {
    return this.#parts.accessTokens;
  }
  get limits(): Limits {
    return this.#parts.limits;
  }

  /**
   * From here on reads may come from a standby that has everything the caller has seen. A caller who doesn't say what that is
   * gets the primary.
   */
  readFromStandby(): void {
    const { replicas } = this.#parts;
    const seen = this.#request.headers[SEEN_HEADER];
    if (!replicas || !isPosition(seen)) return;
    this.#standby = replicas.reads(this.#tenant(), seen, this.read);
    this.read = this.#standby.read;
  }
  /** How new the state is that this request has seen; null where there are no standbys. */
  get shown(): Position | null {
    const { replicas } = this.#parts;
    if (!replicas) return null;
    const shown = this.#standby?.shown();
    return shown && !this.#db ? shown : later(shown ?? FIRST, replicas.latest());
  }

  /** From here on everything runs in this transaction. */
  enter(tx: Db): void {
    this.#db = tx;
    this.read = readsOf(tx);
  }

  readonly tx: Ctx['tx'] = <W, T>(
    work: (tx: Db) => Promise<W>,
    answer?: (tx: Db, made: W) => Promise<T>,
    options?: Answering,
  ) => {
    const written = (tx: Db) => this.#written(tx, work);
    return answer ? inTransaction(this.db, written, answer, options) : inTransaction<W | T>(this.db, written);
  };

  readonly offload: Ctx['offload'] = (task, input, refusal) => {
    const owner = this.caller?.userId ?? networkOf(this.ip);
    const options = { owner, ...(refusal && { refusal }) };
    return aside(this.#request.pass, () => this.#parts.offload.run(task, input, options));
  };

  readonly behind: Ctx['behind'] = (gate, work) =>
    this.#request.pass ? behind(this.#request.pass, gate, work) : work();

  readonly rightsChanged = (userId: string): void => {
    this.changed ??= new Set();
    this.changed.add(userId);
  };

  readonly guessedRight = (): void => {
    this.hasGuessedRight = true;
  };

  /** Every write of a super admin inside an organization is logged with it. */
  async #written<T>(tx: Db, work: (tx: Db) => Promise<T>): Promise<T> {
    const { caller, requestId } = this;
    if (caller?.emulatedBy)
      await audit(
        tx,
        { caller, requestId },
        { action: this.#operation, targetType: 'request', data: { path: this.#request.url.split('?')[0] } },
      );
    return work(tx);
  }
}
