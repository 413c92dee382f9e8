import type { ColorPath } from '@spotter/contract/theme/contrast.ts';
import { type WorkoutKind, workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { workoutName } from '#platform/people/training-words.ts';
import type { DerivedColor } from '#platform/theme/derive.ts';
import type { Theme } from './theme.queries.ts';

type ColorField = { path: ColorPath; label: string; hint?: string };
export type ColorGroup = { title: string; hint?: string; fields: readonly ColorField[] };

const field = (path: ColorPath, label: string, hint?: string): ColorField => ({ path, label, ...(hint && { hint }) });

const workoutGroup = (kind: WorkoutKind): ColorGroup => ({
  title: workoutName[kind],
  fields: [
    field(`workoutTypes.${kind}.bg`, 'Background'),
    field(`workoutTypes.${kind}.text`, 'Text'),
    field(`workoutTypes.${kind}.border`, 'Outline'),
    field(`workoutTypes.${kind}.accent`, 'Marks', 'Dots, bars and avatars'),
  ],
});

/** Every color of a theme, in the order an owner thinks of them. */
export const colorGroups: readonly ColorGroup[] = [
  {
    title: 'Brand',
    fields: [
      field('primary', 'Primary', 'Main buttons, links and your app icon'),
      field('secondary', 'Secondary', 'Highlights and second buttons'),
    ],
  },
  {
    title: 'Page',
    hint: 'A dark page turns the whole app dark.',
    fields: [
      field('background.main', 'Page', 'Behind everything'),
      field('background.secondary', 'Panels', 'Cards, fields and bars'),
      field('background.secondaryHover', 'Pressed surface'),
      field('border', 'Lines', 'Between rows and around cards'),
    ],
  },
  {
    title: 'Text',
    fields: [
      field('text.primary', 'Titles and text'),
      field('text.secondary', 'Quieter text'),
      field('text.tertiary', 'Notes'),
      field('text.disabled', 'Switched off'),
      field('text.inverse', 'Text on buttons', 'On your primary and secondary color'),
    ],
  },
  ...workoutKinds.map(workoutGroup),
  {
    title: 'Messages',
    hint: 'How the app says that something worked or went wrong.',
    fields: [
      field('status.success', 'Success'),
      field('status.warning', 'Warning'),
      field('status.error', 'Error'),
      field('status.info', 'Info'),
    ],
  },
  {
    title: 'Calendar',
    fields: [
      field('calendar.gridLine', 'Hour lines'),
      field('calendar.currentTime', 'Line for now'),
      field('calendar.timeLabel', 'Times'),
      field('calendar.overflow', 'More sessions', 'The chip for sessions that have no room'),
      field('calendar.overflowHover', 'Pressed more sessions'),
    ],
  },
];

export const derivedNames: Record<DerivedColor, string> = {
  raised: 'Windows and menus',
  primaryHover: 'Primary when pressed',
  primarySoft: 'Soft primary',
  secondaryHover: 'Secondary when pressed',
  secondarySoft: 'Soft secondary',
  borderTint: 'Tinted lines',
  borderControl: 'Edges of fields',
  successBackground: 'Behind success',
  warningBackground: 'Behind warning',
  errorBackground: 'Behind error',
  infoBackground: 'Behind info',
};

const labels = new Map(
  colorGroups.flatMap(({ title, fields }) =>
    fields.map(({ path, label }) => [
      path,
      path.startsWith('workoutTypes') ? `${title}: ${label.toLowerCase()}` : label,
    ]),
  ),
);
export const labelOf = (path: ColorPath): string => labels.get(path) ?? path;

const otherNames: Record<string, string> = {
  'typography.fontFamilies.heading': 'Font of titles',
  'typography.fontFamilies.body': 'Font of text',
  'assets.logo.url': 'Logo',
  'assets.logo.height': 'Height of the logo',
  'assets.favicon.url': 'App icon',
};

export type Change = { name: string; color?: { from: string; to: string }; words?: string };

const fontKeys = ['heading', 'body'] as const;

/** What publishing would change, in words. */
export function changesBetween(from: Theme, to: Theme): Change[] {
  const colors = [...labels.keys()].flatMap((path): Change[] => {
    const [old, now] = [colorOf(from, path), colorOf(to, path)];
    return old === now ? [] : [{ name: labelOf(path), color: { from: old, to: now } }];
  });
  const fonts = fontKeys.flatMap((key): Change[] => {
    const [old, now] = [from.typography.fontFamilies[key], to.typography.fontFamilies[key]];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    const words = old.name === now.name ? now.name : `${old.name} → ${now.name}`;
    return [{ name: otherNames[`typography.fontFamilies.${key}`] ?? key, words }];
  });
  const images: Change[] = [
    ...(from.assets.logo.url === to.assets.logo.url ? [] : [imageChange('assets.logo.url', to.assets.logo.url)]),
    ...(from.assets.logo.height === to.assets.logo.height
      ? []
      : [{ name: 'Height of the logo', words: `${from.assets.logo.height} → ${to.assets.logo.height} pixels` }]),
    ...(from.assets.favicon.url === to.assets.favicon.url
      ? []
      : [imageChange('assets.favicon.url', to.assets.favicon.url)]),
  ];
  const icons = workoutKinds.flatMap((kind): Change[] => {
    const [old, now] = [from.assets.workoutIcons[kind], to.assets.workoutIcons[kind]];
    return old.type === now.type && old.value === now.value ? [] : [{ name: `${workoutName[kind]}: icon` }];
  });
  const derived = (Object.keys(derivedNames) as DerivedColor[]).flatMap((name): Change[] => {
    const [old, now] = [from.overrides[name], to.overrides[name]];
    return old === now ? [] : [{ name: derivedNames[name], words: now ? `Own color ${now}` : 'Automatic again' }];
  });
  return [...colors, ...fonts, ...images, ...icons, ...derived];
}

const imageChange = (path: string, url: string | null): Change => ({
  name: otherNames[path] ?? path,
  words: url ? 'Another image' : 'Removed',
});

function colorOf(theme: Theme, path: ColorPath): string {
  let found: unknown = theme.colors;
  for (const name of path.split('.')) found = (found as Record<string, unknown>)[name];
  return found as string;
}
