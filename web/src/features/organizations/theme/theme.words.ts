import { type ColorPath, colorAt } from '@spotter/contract/theme/color-paths.ts';
import type { DerivedColor } from '@spotter/contract/theme/color-tokens.ts';
import { type WorkoutKind, workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { workoutName } from '#platform/people/training-words.ts';
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
      field('background.secondary', 'Surface', 'Cards, fields and bars'),
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
      field('text.disabled', 'Disabled'),
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
      field('calendar.currentTime', 'Current time line'),
      field('calendar.timeLabel', 'Times'),
      field('calendar.overflow', '“More sessions”', 'The chip for sessions that have no room'),
      field('calendar.overflowHover', 'Pressed “more sessions”'),
    ],
  },
];

export const derivedNames: Record<DerivedColor, string> = {
  raised: 'Windows and menus',
  primaryHover: 'Pressed primary',
  primarySoft: 'Soft primary',
  secondaryHover: 'Pressed secondary',
  secondarySoft: 'Soft secondary',
  borderTint: 'Tinted lines',
  borderControl: 'Field borders',
  successBackground: 'Success background',
  warningBackground: 'Warning background',
  errorBackground: 'Error background',
  infoBackground: 'Info background',
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

/** What publishing would change, in one sentence. */
export function changesInWords(from: Theme, to: Theme): string {
  const isChanged = (of: (theme: Theme) => unknown) => JSON.stringify(of(from)) !== JSON.stringify(of(to));
  const colors = [...labels.keys()].filter((path) => isChanged((theme) => colorAt(theme.colors, path))).length;
  const own = Object.keys(derivedNames).filter((name) => isChanged((theme) => theme.overrides[name])).length;
  const icons = workoutKinds.filter((kind) => isChanged((theme) => theme.assets.workoutIcons[kind])).length;
  const changes = [
    ...(colors + own > 0 ? [count(colors + own, 'color')] : []),
    ...(isChanged((theme) => theme.typography.fontFamilies.heading) ? ['the title font'] : []),
    ...(isChanged((theme) => theme.typography.fontFamilies.body) ? ['the text font'] : []),
    ...(isChanged((theme) => theme.assets.logo) ? ['the logo'] : []),
    ...(isChanged((theme) => theme.assets.favicon) ? ['the app icon'] : []),
    ...(icons > 0 ? [count(icons, 'workout icon')] : []),
  ];
  return `Changes ${inWords.format(changes)}.`;
}

const inWords = new Intl.ListFormat('en');
const count = (number: number, thing: string) => (number === 1 ? `1 ${thing}` : `${number} ${thing}s`);
