import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hearServerTime, serverNow } from './server-clock.ts';

const TRUE = Date.parse('2026-05-04T12:00:00Z');
const DAY = 86_400_000;
const answer = (at = TRUE) => new Response(null, { headers: { date: new Date(at).toUTCString() } });

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  vi.setSystemTime(TRUE);
  hearServerTime(answer(), Date.now());
  vi.useRealTimers();
});

test.each([DAY, -DAY])('tells the time by the server on a device that is %d ms off', (off) => {
  vi.setSystemTime(TRUE + off);
  expect(serverNow()).toBe(TRUE + off);
  hearServerTime(answer(), Date.now() - 2_000);
  expect(serverNow()).toBe(TRUE);
  vi.setSystemTime(TRUE + off + 60_000);
  expect(serverNow()).toBe(TRUE + 60_000);
  vi.setSystemTime(TRUE + 60_000);
  hearServerTime(answer(TRUE + 60_000), Date.now());
  expect(serverNow()).toBe(TRUE + 60_000);
});

test('keeps to the device when it is nearly right, when it slept during an answer, and without a date', () => {
  vi.setSystemTime(TRUE + 240_000);
  hearServerTime(answer(), Date.now());
  vi.setSystemTime(TRUE + DAY);
  hearServerTime(answer(), TRUE);
  hearServerTime(new Response(), Date.now());
  expect(serverNow()).toBe(TRUE + DAY);
});
