import { expect, test } from 'vitest';
import { deviceTimeInWords } from './device-time.words.ts';

const five = {
  utc: '2026-11-17T06:00:00Z',
  local: '2026-11-17T17:00:00+11:00',
  timezone: 'Australia/Sydney',
  relative: '',
};

test("names both times when the device's clock differs from the gym's", () => {
  expect(deviceTimeInWords(five, 'Australia/Sydney')).toBeNull();
  expect(deviceTimeInWords(five, 'Australia/Melbourne')).toBeNull();
  expect(deviceTimeInWords(five, 'Europe/London')).toMatch(/^Times are in Sydney time. That's 6:00\sAM for you.$/i);
  expect(deviceTimeInWords(five, 'America/New_York')).toMatch(/That's 1:00\sAM for you.$/i);
  expect(deviceTimeInWords(five, 'America/Los_Angeles')).toMatch(/That's Mon 10:00\sPM for you.$/i);
});
