import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { isSafe } from 'redos-detector';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, endpoints } from '../index.ts';

const sources = join(import.meta.dirname, '..');

/** Every pattern literal in the contract, by file. A pattern built at run time would escape the check. */
function writtenPatterns(): { patterns: RegExp[]; built: string[] } {
  const patterns: RegExp[] = [];
  const built: string[] = [];
  for (const file of globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] })) {
    const { program } = parseSync(file, readFileSync(join(sources, file), 'utf8'));
    const seesCall = (callee: object) => 'name' in callee && callee.name === 'RegExp' && built.push(file);
    new Visitor({
      Literal: (node) => 'regex' in node && patterns.push(new RegExp(node.regex.pattern, node.regex.flags)),
      NewExpression: ({ callee }) => seesCall(callee),
      CallExpression: ({ callee }) => seesCall(callee),
    }).visit(program);
  }
  return { patterns, built };
}

/** The patterns behind zod's own formats, such as ids and times. */
function patternsOfFormats(): RegExp[] {
  const sources = new Set<string>();
  for (const { params, query, body } of Object.values<Endpoint>(endpoints))
    for (const schema of [params, query, body])
      if (schema)
        JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (key, value) => {
          if (key === 'pattern' && typeof value === 'string') sources.add(value);
          return value;
        });
  return [...sources].map((source) => new RegExp(source, 'u'));
}

const { patterns, built } = writtenPatterns();

test('writes every pattern as a literal', () => {
  expect(patterns.length).toBeGreaterThan(25);
  expect(built).toEqual([]);
});

test('matches no text in two ways, so no pattern backtracks', { timeout: 300_000 }, () => {
  const all = new Map([...patterns, ...patternsOfFormats()].map((pattern) => [pattern.source, pattern]));
  // The longest takes three seconds on a quiet machine; a search that isn't finished counts as unsafe.
  const unsafe = [...all.values()].filter((pattern) => !isSafe(pattern, { timeout: 60_000 }).safe);
  expect(unsafe.map(String)).toEqual([]);
});

test.each([
  ['web addresses', /^(https?:\/\/)?[^\s/@:]+\.[^\s/@:]+(\/\S*)?$/i],
  ['mail addresses', /^[^\s@]+@[^\s@]+\.[^\s@.]+$/u],
])('finds the quadratic pattern that %s once had', (_name, pattern) => {
  expect(isSafe(pattern, { timeout: 1_000 }).safe).toBe(false);
});
