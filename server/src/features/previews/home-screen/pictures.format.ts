/**
 * How a picture for the home screen is drawn. `share` is the part of its shorter side that the gym's picture or initials
 * take. `solid` fills the ground with the gym's color, `page` with its background, `clear` leaves white on nothing.
 */
export type Shape = { width: number; height: number; share: number; ground: 'solid' | 'page' | 'clear' };

const square = (size: number, share: number, ground: Shape['ground'] = 'solid'): Shape => ({
  width: size,
  height: size,
  share,
  ground,
});

/** Phones cut a maskable icon to a circle of 80 percent, so the largest square in it is all that stays visible. */
const MASKABLE = 0.56;

/** In pixels, of the iPhones on sale and those since 2017 that run a current iOS. */
const appleScreens = [
  [1320, 2868],
  [1290, 2796],
  [1284, 2778],
  [1260, 2736],
  [1242, 2688],
  [1206, 2622],
  [1179, 2556],
  [1170, 2532],
  [1125, 2436],
  [828, 1792],
  [750, 1334],
] as const;

/** As the theme editor shows it. */
export const appIcon = square(192, 0.76);

/** By file name. No others are drawn, so a visitor can't ask for sizes of their own. */
export const pictures: ReadonlyMap<string, Shape> = new Map([
  // Apple rounds the corners itself.
  ['icon-180.png', square(180, 0.68)],
  ['icon-192.png', appIcon],
  ['icon-512.png', square(512, 0.76)],
  ['maskable-192.png', square(192, MASKABLE)],
  ['maskable-512.png', square(512, MASKABLE)],
  ['monochrome-192.png', square(192, MASKABLE, 'clear')],
  ['monochrome-512.png', square(512, MASKABLE, 'clear')],
  ...appleScreens.map(([width, height]): [string, Shape] => [
    `splash-${width}x${height}.png`,
    { width, height, share: 0.34, ground: 'page' },
  ]),
]);
