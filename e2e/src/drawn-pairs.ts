import { appendFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { colorTokens } from '@spotter/contract/theme/color-tokens.ts';
import { defaultTheme, workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { lookAtColors } from './look-at-colors.ts';

type Tokens = Record<string, string>;

/** A color for each token that no other has, so that a computed color names its token. */
const probes: Tokens = Object.fromEntries(
  Object.keys(colorTokens(defaultTheme.colors)).map((name, index) => [
    name,
    `rgb(${20 + index * 2}, ${(index * 67) % 256}, ${(index * 131) % 256})`,
  ]),
);

/** Set while the list is made anew (scripts/drawn-pairs.ts). */
const written = process.env.DRAWN_PAIRS_FILE;

const kinds = new RegExp(`workout-(${workoutKinds.join('|')})-`, 'g');

async function pairsOf(page: Page): Promise<string[]> {
  const { pairs } = await page.evaluate(lookAtColors, { probes, themes: [] as Tokens[] });
  return [...new Set(pairs.map((pair) => pair.replace(kinds, 'workout-*-')))];
}

/** Adds this page's pairs to the list that is being made; otherwise it costs nothing. */
export async function collectPairs(page: Page): Promise<void> {
  if (written) appendFileSync(written, (await pairsOf(page)).map((pair) => `${pair}\n`).join(''));
}

/** The texts of this page that are below AA in one of the themes, and its pairs. It ruins the page. */
export const unreadableIn = (page: Page, themes: Tokens[], measured: string[]) =>
  page.evaluate(lookAtColors, { probes, themes, measured });
