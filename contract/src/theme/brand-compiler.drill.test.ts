import { expect, it } from 'vitest';
import { type Brand, compileBrand } from './brand-compiler.ts';
import { verdictsOf } from './readable-colors.ts';
import { ThemeConfig } from './theme.ts';

const base = ThemeConfig.parse({});
const hex = (number: number) => `#${number.toString(16).padStart(6, '0')}`;

/** Random, but the same in each run: fast-check takes longer to choose a color than the compiler to use it. */
function* randomColors(seed: number): Generator<string> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield hex(state >>> 8);
  }
}

/** The text pairs below AA, in words. */
const unreadable = (brand: Brand) =>
  compileBrand(brand, base).flatMap(({ name, theme }) =>
    [...verdictsOf(theme.colors)].flatMap(([path, { passes, with: other, ratio }]) =>
      passes ? [] : [`${name} of ${brand.primary}: ${path} with ${other} ${ratio}`],
    ),
  );

it('finds no text pair below AA in 1,000 random brands, light, dark and bold', () => {
  const colors = randomColors(20_261_116);
  const next = () => colors.next().value as string;
  const found: string[] = [];
  for (let brand = 0; brand < 1000; brand++)
    found.push(...unreadable({ primary: next(), secondary: brand % 2 ? next() : undefined }));
  expect(found).toEqual([]);
});

it('finds none at the edges either: grays, primaries and their neighbors', () => {
  const edges = ['00', '01', '7f', '80', 'fe', 'ff'];
  for (const red of edges)
    for (const green of edges)
      for (const blue of edges) expect(unreadable({ primary: `#${red}${green}${blue}` })).toEqual([]);
});
