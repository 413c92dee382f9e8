import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seen } from './seen.ts';

const [one, two] = ['0000000000000001', '0000000000000002'];

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('keeps the newest state the browser was shown', () => {
  expect(seen.read()).toBeNull();
  seen.keep(null);
  expect(seen.read()).toBeNull();
  seen.keep(two);
  seen.keep(one);
  expect(seen.read()).toBe(two);
});

test('forgets it when every standby has it, so that another database may begin again', () => {
  seen.keep(two);
  vi.advanceTimersByTime(61_000);
  expect(seen.read()).toBe('0000000000000000');
  seen.keep(one);
  expect(seen.read()).toBe(one);
});
