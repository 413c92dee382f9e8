import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../scripts/property-runs.ts';
import { passwordStrength, strengthLabel } from './password-strength.ts';

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
])('%j is %s', (password, label) => {
  expect(strengthLabel(password)).toBe(label);
});

test('never rates a longer password weaker', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (password, more) => {
      expect(passwordStrength(password + more)).toBeGreaterThanOrEqual(passwordStrength(password));
    }),
    runs(100),
  );
});
