import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { registerMetrics, watchFiles, watchPool, watchUpkeep } from './metrics.ts';

const file = (name: string) => readFileSync(new URL(`../../../docs/operations/${name}`, import.meta.url), 'utf8');
const token = 'a-token-of-some-length';

/** Every name that /metrics exports, those of a histogram's series included. */
async function exportedNames(): Promise<Set<string>> {
  const pool = {
    totalCount: 0,
    idleCount: 0,
    waitingCount: 0,
    query: async () => ({ rows: [] }),
  } as unknown as pg.Pool;
  watchPool(pool);
  watchFiles(pool);
  watchUpkeep(pool);
  const app = fastify();
  registerMetrics(app, { token });
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  const types = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

const words = new Set(['by', 'without', 'on', 'ignoring', 'and', 'or', 'unless', 'bool', 'offset']);

/** What is left of an expression without labels, ranges and functions. */
const metricsIn = (expression: string): string[] =>
  [
    ...expression
      .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
      .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
      .matchAll(/\b[a-z_][a-z0-9_]*\b(?!\s*\()/gi),
  ]
    .map(([name]) => name)
    .filter((name) => !words.has(name));

test('reads the metrics of an expression', () => {
  expect(
    metricsIn('topk(3, histogram_quantile(0.9, sum by (le, op) (rate(a_bucket{op!="x"}[5m])))) / max(b) > 0.1'),
  ).toEqual(['a_bucket', 'b']);
});

test('the dashboard and the alert rules use only metrics that the server exports', async () => {
  const dashboard = JSON.parse(file('grafana-dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const inDashboard = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const inRules = [...file('alert-rules.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, expr = '']) => expr);
  expect([inDashboard.length, inRules.length].every((count) => count > 5)).toBe(true);
  const exported = await exportedNames();
  // Prometheus itself says whether it reached a process.
  exported.add('up');
  const used = new Set([...inDashboard, ...inRules].flatMap(metricsIn));
  expect([...used].filter((name) => !exported.has(name))).toEqual([]);
});
