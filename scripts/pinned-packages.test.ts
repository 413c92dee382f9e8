import { globSync, readFileSync } from 'node:fs';
import { valid } from 'semver';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const dependenciesOf = (workspace: string) =>
  (JSON.parse(read(`${workspace}/package.json`)) as { dependencies: Record<string, string> }).dependencies;

test('pins the packages whose unstable parts the web app uses', () => {
  const dependencies = dependenciesOf('web');
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root.pathname });
  const imports = files.flatMap((file) => [
    ...read(file).matchAll(/import\s+\{[^}]*\b(?:UNSAFE|unstable|experimental)_[^}]*\}\s+from '([^']+)'/g),
  ]);
  const used = new Set(imports.map(([, name]) => name!));
  expect([...used].filter((name) => valid(dependencies[name]) === null)).toEqual([]);
  expect([...used].sort()).toEqual(['@tanstack/query-persist-client-core', 'react-router']);
});

test('pins the packages whose inner parts the server uses', () => {
  const dependencies = dependenciesOf('server');
  const imports = globSync('server/src/**/*.ts', { cwd: root.pathname }).flatMap((file) => [
    ...read(file).matchAll(/from '((?:@[^/']+\/)?[^./#@'][^/']*)\/(?:lib|dist|src)\//g),
  ]);
  // What yazl's types leave out is its list of entries (platform/archive/zip-writer.ts).
  const used = new Set([...imports.map(([, name]) => name!), 'yazl']);
  expect([...used].filter((name) => valid(dependencies[name]) === null)).toEqual([]);
  expect([...used].sort()).toEqual(['pg', 'yazl']);
  expect(dependenciesOf('bench').pg).toBe(dependencies.pg);
});
