import { expect, test } from 'vitest';
import { looksLikeSetupCode, newSetupCode, normalizeSetupCode } from './setup-codes.ts';

const now = new Date('2026-11-15T00:00:00Z');

test('has letters, a year and letters, and forms no words', () => {
  for (let turn = 0; turn < 500; turn++) {
    const code = newSetupCode(now);
    expect(code).toMatch(/^[B-DF-HJKMNP-TV-Z]{6}-2026-[B-DF-HJKMNP-TV-Z]{6}$/);
    expect(looksLikeSetupCode(code)).toBe(true);
  }
});

test('has at least fifty bits: every letter occurs at every position', () => {
  const codes = Array.from({ length: 4_000 }, () => newSetupCode(now).replace('-2026-', ''));
  const alphabets = Array.from({ length: 12 }, (_, position) => new Set(codes.map((code) => code[position])));
  const bits = alphabets.reduce((sum, { size }) => sum + Math.log2(size), 0);
  expect(bits).toBeGreaterThanOrEqual(50);
  expect(new Set(codes).size).toBe(codes.length);
});

test('accepts a code in any case and with spaces', () => {
  expect(normalizeSetupCode('  bcdfgh-2026-jkmnpq \n')).toBe('BCDFGH-2026-JKMNPQ');
  expect(looksLikeSetupCode(' bcdfgh - 2026 - jkmnpq ')).toBe(true);
  for (const other of ['password', 'BCDFGH2026JKMNPQ', 'BCDFGH-26-JKMNPQ', ''])
    expect(looksLikeSetupCode(other)).toBe(false);
});
