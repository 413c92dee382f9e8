import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type EndpointName, endpoints } from '@spotter/contract';
import { crossesOrganizations } from '@spotter/contract/api/call-rules.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hearStatements, type Ran } from '../worlds/recorded-statements.ts';

/** Of callers inside an organization: the calls that succeeded, and each statement with the call that ran it first. */
type Recording = { succeeded: Set<EndpointName>; statements: (Ran & { call: EndpointName })[] };

const nothing = (): Recording => ({ succeeded: new Set(), statements: [] });
/** What isn't written down yet. */
let fresh = nothing();
/** By the text of a statement, the kinds of values that this process has recorded it with. */
const known = new Map<string, Set<string>>();

type Handled = { request: FastifyRequest; reply: FastifyReply };
/** Fastify tells here which request a handler works on. */
const handling = tracingChannel<Handled, Handled>('fastify.request.handler');
const requests = new AsyncLocalStorage<Handled>();

/** The name of a call that stays inside its caller's organization. Until the caller is known, it is nobody's. */
function callInside({ request }: Handled): EndpointName | null {
  const name = request.routeOptions.config.op as EndpointName | undefined;
  return name && request.caller?.organizationId && !crossesOrganizations(endpoints[name]) ? name : null;
}

/** What PostgreSQL has no plan for. */
const unplanned = /^(begin|commit|rollback|set|savepoint|release)\b/;

/** Records the calls of the test file that is running, until it is told to stop. */
export function startRecording(): () => void {
  const begun = (message: unknown) => {
    const handled = message as Handled;
    const { raw } = handled.reply;
    raw.once('finish', () => {
      const call = callInside(handled);
      if (call && raw.statusCode < 400) fresh.succeeded.add(call);
    });
  };
  handling.start.bindStore(requests);
  handling.start.subscribe(begun);
  const stopHearing = hearStatements((ran) => {
    const request = requests.getStore();
    const call = request && callInside(request);
    if (call && !unplanned.test(ran.text)) keep(ran, call);
  });
  return () => {
    stopHearing();
    handling.start.unsubscribe(begun);
    handling.start.unbindStore(requests);
  };
}

function keep({ text, values, inside }: Ran, call: EndpointName): void {
  const kinds = known.get(text) ?? new Set();
  const kind = kindOf(values);
  if (kinds.has(kind)) return;
  known.set(text, kinds.add(kind));
  fresh.statements.push({ call, text, values: [...values], inside });
}

/** Values change a plan by being null, true or an empty list: a condition may need no table then. */
const kindOf = (values: readonly unknown[]): string =>
  values
    .map((value) => {
      if (value === null || value === undefined || typeof value === 'boolean') return String(value);
      return Array.isArray(value) ? Math.min(value.length, 2) : '';
    })
    .join();

/** Writes what is new into the folder of the run. */
export function writeRecording(folder: string): void {
  if (fresh.statements.length > 0 || fresh.succeeded.size > 0)
    writeFileSync(join(folder, `${process.pid}-${performance.now()}`), serialize(fresh));
  fresh = nothing();
}

/** What all test files have written. Several processes may have met the same statement. */
export function readRecordings(folder: string): Recording {
  const written = readdirSync(folder).map((name): Recording => deserialize(readFileSync(join(folder, name))));
  const statements = written.flatMap((recording) => recording.statements);
  const byKind = new Map(statements.map((ran) => [`${ran.text} ${kindOf(ran.values)}`, ran]));
  const succeeded = new Set(written.flatMap((recording) => [...recording.succeeded]));
  return { succeeded, statements: [...byKind.values()] };
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the API tests of this run write what their calls ran. */
    recordings: string;
  }
}
