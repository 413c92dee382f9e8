import type { Drill } from './kills.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};
type Parameter = { $ref?: string; name: string; in: string; schema: Schema };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

/** A seeded random generator, so every run sends the same requests. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, one: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T };
}

const nasty: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    '<script>',
    '=1+1',
    '{}',
  ],
  ...[
    'a'.repeat(5_000),
    '💥'.repeat(300),
    '٣',
    'NaN',
    '1e999',
    '-0',
    '9'.repeat(40),
    '2026-02-30',
    '24:00',
    '0001-01-01T00:00:00Z',
  ],
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    2 ** 53,
    1e308,
    [],
    {},
    [[]],
    ['x'],
    { $ne: null },
    { constructor: 1 },
    { __proto__: null },
  ],
];

/** Fills the OpenAPI document's schemas with valid, nearly valid and invalid values. */
export const fuzz: Drill = async (world, rounds, deadline) => {
  const document = (await (await fetch(`${world.url()}/api/v1/openapi.json`)).json()) as Document;
  const random = randomFrom(2026);
  const resolve = <T extends { $ref?: string }>(thing: T): T => {
    const [group, name] = thing.$ref?.split('/').slice(-2) ?? [];
    const table = (document.components as Record<string, Record<string, unknown>>)[group ?? ''];
    return ((name && table?.[name]) as T | undefined) ?? thing;
  };

  function sample(given: Schema, depth = 0): unknown {
    if (random.next() < 0.12) return random.one(nasty);
    const schema = resolve(given);
    const options = schema.anyOf ?? schema.oneOf;
    if (options) return sample(random.one(options), depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.one(schema.enum);
    const type = Array.isArray(schema.type) ? random.one(schema.type) : schema.type;
    if (type === 'object' && depth < 6)
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(() => random.next() < 0.85)
          .map(([name, child]) => [name, sample(child, depth + 1)]),
      );
    if (type === 'array')
      return Array.from({ length: Math.floor(random.next() * 3) }, () => sample(schema.items ?? {}, depth + 1));
    if (type === 'boolean') return random.next() < 0.5;
    if (type === 'integer' || type === 'number') return Math.floor(random.next() * 100);
    if (schema.format === 'uuid') return random.one(world.people).caller.userId;
    if (schema.format === 'date-time') return new Date(Date.now() + random.next() * 1e10).toISOString();
    return random.one(['word', 'ana@example.com', '2026-11-20', '18:00', 'Europe/London', world.gym]);
  }

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

  async function call({ path, method, operation }: (typeof operations)[number]): Promise<number> {
    const parameters = (operation.parameters ?? []).map(resolve);
    const text = (schema: Schema) => {
      const value = sample(schema);
      return typeof value === 'string' ? value : JSON.stringify(value);
    };
    const encoded = (value: string) => encodeURIComponent(value.toWellFormed());
    let address = path;
    const query: string[] = [];
    for (const { name, in: place, schema } of parameters) {
      if (place === 'path') address = address.replace(`{${name}}`, encoded(text(schema)) || 'x');
      if (place === 'query' && random.next() < 0.5) query.push(`${name}=${encoded(text(schema))}`);
    }
    const body = operation.requestBody?.content['application/json'];
    const { token } = random.one(world.people.slice(50));
    const leave = new AbortController();
    const response = await fetch(`${world.url()}/api/v1${address}${query.length ? `?${query.join('&')}` : ''}`, {
      method,
      headers: {
        ...(random.next() < 0.9 && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(random.next() < 0.3 && { 'idempotency-key': String(random.next()) }),
      },
      ...(body && { body: JSON.stringify(sample(body.schema)) }),
      signal: AbortSignal.any([leave.signal, AbortSignal.timeout(20_000)]),
    });
    // The live stream would never end.
    leave.abort();
    return response.status;
  }

  const figures = { tried: 0, lost: 0, doubled: 0, unavailable: 0, errors: 0 };
  const broken = new Map<string, number>();
  for (let round = 0; round < rounds && performance.now() < deadline; round++)
    for (let index = 0; index < operations.length; index += 8)
      await Promise.all(
        operations.slice(index, index + 8).map(async (operation) => {
          const status = await call(operation).catch(() => 0);
          figures.tried += 1;
          if (status > 0 && status < 500) return;
          if (status === 503) figures.unavailable += 1;
          else figures.errors += 1;
          const name = `${operation.operation.operationId} ${status}`;
          broken.set(name, (broken.get(name) ?? 0) + 1);
        }),
      );
  const names = [...broken].map(([name, times]) => `${name} (${times})`).join(', ');
  return {
    fault: `fuzz of ${operations.length} calls`,
    rounds,
    ...figures,
    recovery: [],
    ...(names && { note: `${names}.` }),
  };
};
