import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FeatureParts, routesOf } from '#platform/feature.ts';
import { handlers } from '#platform/http/handlers.ts';
import { jobs, timetable } from './app.ts';

test('lists every job and every timetable entry in one feature', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
  const sources = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  const defined = sources.flatMap((text) =>
    [...text.matchAll(/defineJob\(\{\s*name: '(\w+)'/g)].map(([, name]) => name),
  );
  expect(jobs.map(({ name }) => name).toSorted()).toEqual(defined.toSorted());
  for (const { job } of timetable) expect(jobs).toContain(job);
});

test('rejects a second handler for a call', () => {
  const feature = { routes: handlers({ getCsrf: async () => ({ csrf_token: 'x' }) }) };
  const parts = {} as FeatureParts;
  expect(Object.keys(routesOf([feature, { routes: () => ({}) }], parts))).toEqual(['getCsrf']);
  expect(() => routesOf([feature, { routes: () => feature.routes }], parts)).toThrow(
    'Two features handle the call getCsrf',
  );
});
