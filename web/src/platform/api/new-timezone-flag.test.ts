import { expect, test } from 'vitest';
import { usesNewTimezone } from './new-timezone-flag.ts';

test('turns the timezone flag on only for exactly "true"', () => {
  expect(usesNewTimezone()).toBe(false);
  localStorage.setItem('use_new_timezone', '1');
  expect(usesNewTimezone()).toBe(false);
  localStorage.setItem('use_new_timezone', 'true');
  expect(usesNewTimezone()).toBe(true);
});
