import { isOneEmoji, longestEmoji } from '@spotter/contract/emoji.ts';
import { themeLimits } from '@spotter/contract/limits.ts';
import { defaultTheme, type WorkoutKind, workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import { useState } from 'react';
import { workoutName } from '#platform/people/training-words.ts';
import { workoutIcons } from '#platform/theme/workout-icons.ts';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import type { Theme } from '../theme.queries.ts';
import { ImageField } from './image-field.tsx';

type Props = { organizationId: string; theme: Theme; onEdit: (theme: Theme, field?: string) => void };
type Icon = Theme['assets']['workoutIcons'][WorkoutKind];

/** Logo, app icon and the icons of the workouts. */
export function ImagePanel({ organizationId, theme, onEdit }: Props) {
  const { assets } = theme;
  const set = (changed: Partial<Theme['assets']>, field?: string) =>
    onEdit({ ...theme, assets: { ...assets, ...changed } }, field);
  return (
    <div className="flex flex-col gap-8">
      <section className="flex flex-col gap-3">
        <ImageField
          title="Logo"
          heading="h2"
          hint="In the app, on the sign-in page, in mails, on link cards and posters. Best as a PNG or SVG without a background."
          organizationId={organizationId}
          use={{ asset_type: 'logo' }}
          url={assets.logo.url}
          onChange={(url) => set({ logo: { ...assets.logo, url } })}
        />
        <label className="flex items-center gap-3 text-sm">
          <span className="font-medium">Height</span>
          <input
            type="range"
            min={themeLimits.logoHeight.least}
            max={themeLimits.logoHeight.most}
            value={assets.logo.height}
            onChange={(event) => set({ logo: { ...assets.logo, height: Number(event.target.value) } }, 'logo.height')}
            className="h-11 flex-1 accent-primary"
          />
          <span data-figures="" className="w-18 text-right text-text-secondary">
            {assets.logo.height} pixels
          </span>
        </label>
      </section>
      <ImageField
        title="App icon"
        heading="h2"
        hint="On your members' home screens and in their browser tabs. Without one we use your logo, or your initials."
        organizationId={organizationId}
        use={{ asset_type: 'favicon' }}
        url={assets.favicon.url}
        onChange={(url) => set({ favicon: { url } })}
      />
      <section className="flex flex-col gap-5">
        <h2 className="text-lg">Workout icons</h2>
        {workoutKinds.map((kind) => (
          <WorkoutIconField
            key={kind}
            kind={kind}
            organizationId={organizationId}
            icon={assets.workoutIcons[kind]}
            onChange={(icon, field) =>
              set({ workoutIcons: { ...assets.workoutIcons, [kind]: icon } }, field && `icon.${kind}`)
            }
          />
        ))}
      </section>
    </div>
  );
}

const kinds = [
  { value: 'icon', label: 'Icon' },
  { value: 'emoji', label: 'Emoji' },
  { value: 'image', label: 'Own image' },
] as const;
const iconNames: Record<string, string> = {
  'heart-pulse': 'Heartbeat',
  users: 'Group',
  'stretch-horizontal': 'Mats',
};
const icons = Object.entries(workoutIcons).map(([value, Icon]) => ({
  value,
  label: iconNames[value] ?? `${value[0]?.toUpperCase()}${value.slice(1)}`,
  icon: <Icon />,
}));
const emojis: Record<WorkoutKind, string> = {
  cardio: '🏃',
  strength: '🏋️',
  classes: '🔥',
  flexibility: '🧘',
  sports: '🏀',
};

type IconProps = {
  kind: WorkoutKind;
  organizationId: string;
  icon: Icon;
  onChange: (icon: Icon, field?: string) => void;
};

function WorkoutIconField({ kind, organizationId, icon, onChange }: IconProps) {
  const name = workoutName[kind];
  // An image is chosen after its type, so the theme keeps the old icon until then. Undo brings another icon, and ends both.
  const [imageFor, setImageFor] = useState<Icon | null>(null);
  const [own, setOwn] = useState<{ icon: Icon; text: string } | null>(null);
  const typed = own?.icon === icon ? own.text : null;
  const type = imageFor === icon ? 'image' : icon.type;
  const choose = (next: Icon['type']) => {
    setOwn(null);
    setImageFor(next === 'image' ? icon : null);
    if (next === 'emoji') onChange({ type: 'emoji', value: emojis[kind] });
    if (next === 'icon') onChange({ ...defaultTheme.assets.workoutIcons[kind] });
  };
  return (
    <div className="flex flex-col gap-3 border-border border-b pb-5 last:border-b-0">
      <div className="grid grid-cols-2 gap-3">
        <Select label={name} options={kinds} value={type} onChange={choose} />
        {type === 'icon' ? (
          <Select
            label={`Icon for ${name}`}
            hideLabel
            className="justify-end"
            options={icons}
            value={icon.type === 'icon' ? icon.value : null}
            onChange={(value) => onChange({ type: 'icon', value })}
          />
        ) : null}
        {type === 'emoji' ? (
          <TextField
            label={`Emoji for ${name}`}
            hideLabel
            className="justify-end"
            maxLength={longestEmoji}
            value={typed ?? icon.value}
            error={typed !== null && !isOneEmoji(typed) ? 'Use one emoji.' : null}
            onChange={(event) => {
              const text = event.target.value.trim();
              if (isOneEmoji(text)) onChange({ type: 'emoji', value: text }, 'emoji');
              else setOwn({ icon, text });
            }}
          />
        ) : null}
      </div>
      {type === 'image' ? (
        <ImageField
          organizationId={organizationId}
          title={`Image for ${name}`}
          heading="h3"
          use={{ asset_type: 'workout_icon', workout_type: kind }}
          url={icon.type === 'image' ? icon.value : null}
          onChange={(url) => {
            const next: Icon = url ? { type: 'image', value: url } : { ...defaultTheme.assets.workoutIcons[kind] };
            setImageFor(url ? null : next);
            onChange(next);
          }}
        />
      ) : null}
    </div>
  );
}
