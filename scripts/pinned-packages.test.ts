import { globSync, readFileSync } from 'node:fs';
import { valid } from 'semver';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

test('pins the packages whose unstable parts the web app uses', () => {
  const { dependencies } = JSON.parse(read('web/package.json')) as { dependencies: Record<string, string> };
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root.pathname });
  const imports = files.flatMap((file) => [
    ...read(file).matchAll(/import\s+\{[^}]*\b(?:UNSAFE|unstable|experimental)_[^}]*\}\s+from '([^']+)'/g),
  ]);
  const used = new Set(imports.map(([, name]) => name!));
  expect([...used].filter((name) => valid(dependencies[name]) === null)).toEqual([]);
  expect([...used].sort()).toEqual(['@tanstack/query-persist-client-core', 'react-router']);
});
