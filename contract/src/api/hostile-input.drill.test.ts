import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoints } from '../index.ts';

/** 100 KB each, chosen to make a backtracking pattern try every way to match. */
const hostileTexts = ['a', ' ', '-', '1', 'a.', 'a@', 'a-', '.a@', '/a'].flatMap((part) => {
  const text = part.repeat(100_000 / part.length);
  return [`${text}:`, `https://${text}!`, `a@${text}@`];
});

type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

const optionsOf = ({ anyOf, oneOf }: Schema): Schema[] => anyOf ?? oneOf ?? [];

/** How often to fill a shape until every option has been used. */
function mostOptions(shape: Schema): number {
  let most = 1;
  JSON.stringify(shape, (_key, value) => {
    if (value && typeof value === 'object') most = Math.max(most, optionsOf(value).length);
    return value;
  });
  return most;
}

/** A value of this shape with `text` as every string, including record names; `turn` chooses among options. */
function filled(schema: Schema, text: string, turn: number, defs = schema.$defs ?? {}): unknown {
  const options = optionsOf(schema);
  const choice = defs[schema.$ref?.split('/').at(-1) ?? ''] ?? options[turn % options.length];
  if (choice) return filled(choice, text, turn, defs);
  const { type, properties = {}, additionalProperties, items = {} } = schema;
  if (type === 'object') {
    const fields = Object.entries(properties).map(([name, child]) => [name, filled(child, text, turn, defs)]);
    if (additionalProperties && additionalProperties !== true)
      for (const name of ['name', text]) fields.push([name, filled(additionalProperties, text, turn, defs)]);
    return Object.fromEntries(fields);
  }
  if (type === 'array') return [filled(items, text, turn, defs)];
  if (type === 'boolean') return true;
  return type === 'integer' || type === 'number' ? 1 : text;
}

const parts = Object.entries<Endpoint>(endpoints).flatMap(([name, { params, query, body }]) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [{ name: `${name} ${part}`, schema }] : [],
  ),
);

test('judges 100 KB of hostile text in any field without backtracking', { timeout: 60_000 }, () => {
  for (const { name, schema } of parts) {
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
    for (let turn = 0; turn < mostOptions(shape); turn++)
      for (const text of hostileTexts) {
        const value = filled(shape, text, turn);
        const before = process.threadCpuUsage();
        schema.safeParse(value);
        // Processor time, so a busy machine doesn't matter. A quadratic pattern takes seconds, a linear one far less.
        const milliseconds = process.threadCpuUsage(before).user / 1000;
        if (milliseconds > 400) expect.fail(`${name} took ${Math.round(milliseconds)} ms for ${text.slice(0, 12)}…`);
      }
  }
});
