import { type Endpoint, type EndpointName, endpoints } from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { loadConfig } from '#platform/config.ts';
import { newId } from '#platform/ids.ts';
import { noLimits } from '#platform/limits.ts';
import { createLogger } from '#platform/log.ts';
import { sampleInput } from '#testing/hostile/sample-input.ts';
import type { HttpParts } from '../context.ts';
import { registerEndpoints } from '../register.ts';
import { createHttpServer } from '../server.ts';
import { createGate } from './gate.ts';
import { callTurns } from './turns.ts';

const table = Object.entries<Endpoint>(endpoints) as [EndpointName, Endpoint][];
const organizationId = newId();
let drawn: string[] = [];
let http: Awaited<ReturnType<typeof createHttpServer>>;

/** Every call of the contract with handlers that do nothing, and budgets that write down what is drawn. */
beforeAll(async () => {
  const config = loadConfig({ NODE_ENV: 'production', RATE_LIMITS: 'on', MAIL_REQUIRED: 'off', TOKEN_SECRET: newId() });
  const log = createLogger('silent');
  const caller = {
    ...{ userId: newId(), organizationId, role: 'super_admin', gymIds: [] },
    ...{ emailVerified: true, mustChangePassword: false, isDemo: false, emulatedBy: null },
  };
  const parts = {
    config,
    log,
    limits: {
      ...noLimits,
      takeGeneral: (_user: string | null, _visitor: object, cost = 1) => void drawn.push(`${cost}`),
      takeWrite: () => void drawn.push('write'),
      takeNamed: async ({ name }: { name: string }) => {
        drawn.push(name);
        return async () => {};
      },
    },
    accessTokens: { verify: () => ({ expiresAt: 0 }) },
    callers: { find: () => caller, drop: () => {} },
    gate: createGate(),
    turns: callTurns(config),
    readsInside: () => async () => [],
    clock: () => new Date(),
  };
  http = await createHttpServer(config, log, () => {});
  const handlers = Object.fromEntries(table.map(([name]) => [name, async () => ({})]));
  registerEndpoints(http, parts as unknown as HttpParts, handlers);
});

/** What a schema asks for without saying so in its shape. */
const phone = '+61 2 5550 1234';
const alsoNeeded: Partial<Record<EndpointName, object>> = {
  deleteMe: { password: 'some password' },
  registerGym: { gym_name: 'A gym', business_phone: phone },
  registerGymSimplified: { phone, password: 'some password', confirm_password: 'some password' },
};

/** The fields of a form; whatever its schema can't describe is the file. */
async function formOf(schema: z.ZodType) {
  const form = new FormData();
  for (const [name, value] of Object.entries(sampleInput(schema) as Record<string, unknown>))
    form.set(name, name === 'file' ? new File(['words'], 'file') : String(value));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}

test.each(table.filter(([, { limit, cost }]) => limit || cost))(
  '%s draws on the budgets its entry names',
  async (name, definition) => {
    const { method, path, params, query, body, accepts, limit, cost = 1, namesOrganization } = definition;
    const input = {
      params: params && {
        ...(sampleInput(params) as object),
        ...(namesOrganization === 'params' && { id: organizationId }),
      },
      query: query && (sampleInput(query) as object),
    };
    const form = accepts === 'multipart/form-data' && body ? await formOf(body) : null;
    const isZip = accepts === 'application/zip';
    drawn = [];
    await http.inject({
      method,
      url: `${API_ROOT}${addressOf(path, input)}`,
      headers: { authorization: 'Bearer token', ...form?.headers, ...(isZip && { 'content-type': accepts }) },
      ...(form
        ? { payload: form.payload }
        : isZip
          ? { payload: 'zip' }
          : body && { payload: { ...(sampleInput(body) as object), ...alsoNeeded[name] } }),
    });
    expect(drawn).toEqual([`${cost}`, ...(method === 'GET' ? [] : ['write']), ...(limit ? [limit] : [])]);
  },
);

test('names a cost only where it is more than that of an ordinary call', () => {
  for (const [name, { cost }] of table)
    if (cost !== undefined) expect([name, Number.isInteger(cost) && cost >= 5 && cost <= 600]).toEqual([name, true]);
});
