import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { isCommonPassword, passwordStrength, strengthLabel } from './password-strength.ts';

test.each([
  ['', null],
  ['a', 'Weak'],
  ['aaaaaaaa', 'Weak'],
  ['aaaaaaaA', 'Fair'],
  ['aaaaaaA1', 'Good'],
  ['aaaaaA1!', 'Strong'],
  ['aA1!', 'Good'],
  ['correct horse battery', 'Weak'],
  ['correct horse battery staple anchor', 'Good'],
  ['Correct horse battery staple 4 anchors', 'Good'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'Weak'],
  ['Password123!', 'Weak'],
  ['P@ssw0rd', 'Weak'],
  ['Welcome2026!', 'Weak'],
  ['123Qwerty!!', 'Weak'],
  ['SummerLove1!', 'Weak'],
  ['Passing-9-kites', 'Strong'],
])('%j is %s', (password, label) => {
  expect(strengthLabel(password)).toBe(label);
});

test('never rates a longer password weaker, unless it is a common one', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (password, more) => {
      fc.pre(!isCommonPassword(password + more));
      expect(passwordStrength(password + more)).toBeGreaterThanOrEqual(passwordStrength(password));
    }),
    runs(100),
  );
});
