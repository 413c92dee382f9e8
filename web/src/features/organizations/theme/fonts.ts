import type { Theme } from './theme.queries.ts';

export type Font = Theme['typography']['fontFamilies']['body'];

const sans = 'system-ui, sans-serif';
const withoutHost = (name: string, fallback: string): Font => ({ name, url: null, fallback });
const hosted = (name: string, fallback = sans): Font => ({
  name,
  url: `https://fonts.bunny.net/css?family=${name.toLowerCase().replaceAll(' ', '-')}:400,500,600,700,800&display=swap`,
  fallback,
});

/** The first come with the app; the next are on every phone and laptop; the rest come from a font host. */
export const fontChoices: readonly (Font & { note: string })[] = [
  ...['Inter', 'DM Sans', 'Montserrat', 'Oswald', 'Space Grotesk'].map((name) => ({
    ...withoutHost(name, sans),
    note: 'Comes with the app',
  })),
  ...['Lora', 'Roboto Slab'].map((name) => ({ ...withoutHost(name, 'serif'), note: 'Comes with the app' })),
  { ...withoutHost('Georgia', 'serif'), note: 'On every device' },
  { ...withoutHost('Verdana', 'sans-serif'), note: 'On every device' },
  { ...withoutHost('Trebuchet MS', 'sans-serif'), note: 'On every device' },
  ...['Bebas Neue', 'Barlow Condensed', 'Poppins', 'Nunito'].map((name) => ({
    ...hosted(name),
    note: 'From fonts.bunny.net',
  })),
  { ...hosted('Playfair Display', 'serif'), note: 'From fonts.bunny.net' },
];

export const isChoice = (font: Font) => fontChoices.some(({ name, url }) => name === font.name && url === font.url);
