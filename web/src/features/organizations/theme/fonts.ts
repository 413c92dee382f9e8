import type { Theme } from './theme.queries.ts';

export type Font = Theme['typography']['fontFamilies']['body'];

const sans = 'system-ui, sans-serif';
const onDevice = (name: string, fallback: string): Font => ({ name, url: null, fallback });
const hosted = (name: string, fallback = sans): Font => ({
  name,
  url: `https://fonts.bunny.net/css?family=${name.toLowerCase().replaceAll(' ', '-')}:400,500,600,700,800&display=swap`,
  fallback,
});

/** Inter comes with the app; the next ones are on every phone and laptop; the rest come from a font host. */
export const fontChoices: readonly (Font & { note: string })[] = [
  { ...onDevice('Inter', sans), note: 'Comes with the app' },
  { ...onDevice('Georgia', 'serif'), note: 'On every device' },
  { ...onDevice('Verdana', 'sans-serif'), note: 'On every device' },
  { ...onDevice('Trebuchet MS', 'sans-serif'), note: 'On every device' },
  ...['Oswald', 'Bebas Neue', 'Barlow Condensed', 'Montserrat', 'Poppins', 'DM Sans', 'Nunito', 'Space Grotesk'].map(
    (name) => ({ ...hosted(name), note: 'From fonts.bunny.net' }),
  ),
  ...['Roboto Slab', 'Lora', 'Playfair Display'].map((name) => ({
    ...hosted(name, 'serif'),
    note: 'From fonts.bunny.net',
  })),
];

export const isChoice = (font: Font) => fontChoices.some(({ name, url }) => name === font.name && url === font.url);
