import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import type { Read } from './db/reads.ts';
import type { Presence } from './events/presence.ts';
import type { FileStore } from './file-store.ts';
import type { SendFile } from './files/send-file.ts';
import type { Handlers } from './http/handlers.ts';
import type { AnyJob } from './jobs/define.ts';
import type { CronEntry } from './jobs/runner.ts';
import type { Limits } from './limits.ts';
import type { Offload } from './offload/offload.ts';

/** Parts that live as long as the process, for routes and pages. */
export type FeatureParts = {
  db: Db;
  read: Read;
  limits: Limits;
  config: Config;
  /** For processes of their own. */
  databaseUrl: string;
  files: FileStore;
  sendFile: SendFile;
  presence: Presence;
  offload: Offload;
  /** The app's own page, or null while it isn't built. */
  page(): Promise<string | null>;
};

/** What a feature provides to the app. */
export type Feature = {
  /** Handlers of contract calls; a function when they need parts that outlive a request. */
  routes?: Partial<Handlers> | ((parts: FeatureParts) => Partial<Handlers>);
  /** Addresses outside the contract. */
  pages?(http: FastifyInstance, parts: FeatureParts): void;
  jobs?: readonly AnyJob[];
  timetable?: readonly CronEntry[];
};

type RoutesOf<F> = F extends { routes: (parts: FeatureParts) => infer R }
  ? R
  : F extends { routes: infer R }
    ? R
    : never;
type Both<U> = (U extends unknown ? (routes: U) => void : never) extends (routes: infer All) => void ? All : never;

/** The handlers of all features in one table. */
export function routesOf<const F extends readonly Feature[]>(
  features: F,
  parts: FeatureParts,
): Both<RoutesOf<F[number]>> {
  const table: Partial<Handlers> = {};
  for (const { routes = {} } of features) {
    const own = typeof routes === 'function' ? routes(parts) : routes;
    const twice = Object.keys(own).find((name) => name in table);
    if (twice) throw new Error(`Two features handle the call ${twice}.`);
    Object.assign(table, own);
  }
  return table as Both<RoutesOf<F[number]>>;
}
