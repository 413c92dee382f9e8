import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answer } from '#platform/api/client.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Australia/Sydney');
  vi.resetModules();
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

test.each([
  ['any day', '2026-11-16T22:00:00Z'],
  ['the day the clocks go back', '2027-04-03T15:57:00Z'],
])("shows a morning run in the morning of the owner's own zone on %s", async (_day, now) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  const { sampleFetch } = await import('./sample-answers.ts');
  const answer = await sampleFetch('/api/v1/sessions/');
  const { results } = (await answer.json()) as Answer<'listSessions'>;
  const run = results.find(({ title }) => title === 'Morning run');
  expect(run?.start_time.timezone).toBe('Australia/Sydney');
  expect(run?.start_time.local).toMatch(/T07:00:00/);
});
