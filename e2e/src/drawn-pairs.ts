import { appendFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { colorTokens } from '@spotter/contract/theme/color-tokens.ts';
import { drawnPairs } from '@spotter/contract/theme/drawn-pairs.generated.ts';
import { defaultTheme, workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { hostileThemes } from './hostile-themes.ts';
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

const withoutKinds = (pairs: string[]) => [...new Set(pairs.map((pair) => pair.replace(kinds, 'workout-*-')))];

/** Adds this page's pairs to the list that is being made; otherwise it costs nothing. */
export async function collectPairs(page: Page): Promise<void> {
  if (!written) return;
  const { pairs } = await page.evaluate(lookAtColors, { probes, themes: [] as Tokens[] });
  appendFileSync(
    written,
    withoutKinds(pairs)
      .map((pair) => `${pair}\n`)
      .join(''),
  );
}

const known = new Set(Object.entries(drawnPairs).flatMap(([text, on]) => on.map((ground) => `${text} on ${ground}`)));

/** Looks of text on a ground that were readable in every theme in this worker. */
const measured = new Set<string>();

/** This page's pairs that themes don't know of, and its texts that can't be read in one of the hostile themes. */
export async function colorFaults(page: Page): Promise<string[]> {
  await collectPairs(page);
  if (written) return [];
  const { pairs, looks, where } = await page.evaluate(lookAtColors, { probes, themes: [] as Tokens[] });
  const unlisted = withoutKinds(pairs).filter((pair) => !known.has(pair));
  const faults = unlisted.map(
    (pair) => `not in the list, run \`npm run drawn-pairs screens\`: ${pair} ${where[pair] ?? ''}`,
  );
  if (looks.some((look) => !measured.has(look))) {
    const given = { probes, themes: hostileThemes, measured: [...measured] };
    faults.push(...(await page.evaluate(lookAtColors, given)).faint.slice(0, 20));
    for (const look of looks) measured.add(look);
  }
  return faults;
}
