import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answer } from '#platform/api/client.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Australia/Sydney');
  vi.resetModules();
});
afterEach(() => vi.unstubAllEnvs());

test("shows a morning run in the morning of the owner's own zone", async () => {
  const { sampleFetch } = await import('./sample-answers.ts');
  const answer = await sampleFetch('/api/v1/sessions/');
  const { results } = (await answer.json()) as Answer<'listSessions'>;
  const run = results.find(({ title }) => title === 'Morning run');
  expect(run?.start_time.timezone).toBe('Australia/Sydney');
  expect(run?.start_time.local).toMatch(/T07:00:00/);
});
