import { beforeEach, expect, test } from 'vitest';
import { metrics, observeRequest } from './metrics.ts';
import { createSlowCalls } from './slow-calls.ts';

const minutes = (count: number) => count * 60_000;

beforeEach(() => metrics.requestDuration.reset());

test('counts the last hour, in steps of five minutes', async () => {
  const slowest = createSlowCalls();
  const countAt = async (minute: number) => (await slowest(minutes(minute)))[0]?.count ?? 0;
  expect(await countAt(0)).toBe(0);
  observeRequest('joinSession', 200, 0.3);
  expect(await countAt(1)).toBe(1);
  for (let minute = 5; minute <= 50; minute += 5) expect(await countAt(minute)).toBe(1);
  observeRequest('joinSession', 200, 0.3);
  expect(await countAt(55)).toBe(2);
  // The first was answered in the step that ended at minute 5.
  expect(await countAt(65)).toBe(1);
  expect(await countAt(114)).toBe(1);
  expect(await slowest(minutes(115))).toEqual([]);
  observeRequest('joinSession', 200, 3);
  expect(await slowest(minutes(116))).toEqual([{ call: 'joinSession', count: 1, p50_ms: 3750, p99_ms: 4975 }]);
});

test('names the slowest ten, without pages, files and streams', async () => {
  for (const op of ['streamEvents', '/assets/app.js', 'none']) observeRequest(op, 200, 900);
  observeRequest('getMe', 200, 0.004);
  observeRequest('joinSession', 200, 0.3);
  expect((await createSlowCalls()(0)).map(({ call }) => call)).toEqual(['joinSession', 'getMe']);
});
