import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { Switch } from '#ui/form/choice.tsx';
import { FieldNote } from '#ui/form/field.tsx';
import { NumberStepper } from '#ui/form/number-stepper.tsx';
import { OptionGroup, OptionTile, pill } from '#ui/form/option-tile.tsx';
import { Select } from '#ui/form/select.tsx';
import type { SessionFormValues } from '../session-form-values.ts';
import type { SessionForm } from '../use-session-form.ts';

type Level = SessionFormValues['fitness_level_min'];

const LEVELS: Record<string, { label: string; from: Level; to: Level }> = {
  all: { label: 'All levels', from: 'beginner', to: 'advanced' },
  beginner: { label: 'Beginner', from: 'beginner', to: 'beginner' },
  'beginner-intermediate': { label: 'Beginner to intermediate', from: 'beginner', to: 'intermediate' },
  intermediate: { label: 'Intermediate', from: 'intermediate', to: 'intermediate' },
  'intermediate-advanced': { label: 'Intermediate to advanced', from: 'intermediate', to: 'advanced' },
  advanced: { label: 'Advanced', from: 'advanced', to: 'advanced' },
};
const levelOptions = Object.entries(LEVELS).map(([value, { label }]) => ({ value, label }));

const levelOf = (values: SessionFormValues) =>
  Object.entries(LEVELS).find(
    ([, { from, to }]) => from === values.fitness_level_min && to === values.fitness_level_max,
  ) ?? ['all', LEVELS.all];

const GENDERS = [
  { value: 'any', label: 'Anyone' },
  { value: 'female', label: 'Women' },
  { value: 'male', label: 'Men' },
  { value: 'non_binary', label: 'Non-binary people' },
] as const;

/** Who can join, in one line: 'Anyone, all levels'. */
export function openToInWords(values: SessionFormValues): string {
  const gender = GENDERS.find(({ value }) => value === values.gender_preference)?.label ?? 'Anyone';
  return `${gender}, ${(levelOf(values)[1]?.label ?? '').toLowerCase()}`;
}

export const SpotsField = ({ session: { values, set, errorOf } }: { session: SessionForm }) => (
  <div data-field="max_participants">
    <NumberStepper
      label="Spots"
      hint="Including you."
      unit="spot"
      min={sessionLimits.spots.least}
      max={sessionLimits.spots.most}
      value={values.max_participants}
      onChange={(spots) => set('max_participants', spots)}
      error={errorOf('max_participants')}
    />
  </div>
);

/** For everyone at the gym, or for the people the host invites. */
export const LetOthersJoinField = ({ session: { values, set, errorOf } }: { session: SessionForm }) => (
  <div data-field="invite_only">
    <Switch
      label="Let others join"
      hint={values.invite_only ? 'Only people you invite can see it and join.' : 'Anyone at the gym can join.'}
      error={errorOf('invite_only')}
      checked={!values.invite_only}
      onChange={(event) => {
        set('invite_only', !event.target.checked);
        // A session for two would be full at once.
        if (event.target.checked && values.max_participants === sessionLimits.spots.least)
          set('max_participants', sessionLimits.spots.usual);
      }}
    />
  </div>
);

const guestChoices = Array.from({ length: sessionLimits.guests + 1 }, (_, guests) => guests);

/** Whether members may bring someone who isn't a member, and how many each. */
export const GuestsField = ({ session: { values, set, errorOf } }: { session: SessionForm }) => (
  <div data-field="guests_per_member" className="flex flex-col gap-2">
    <OptionGroup label="Guests">
      <div className="grid auto-cols-fr grid-flow-col gap-1.5">
        {guestChoices.map((guests) => (
          <OptionTile
            key={guests}
            name="guests_per_member"
            value={String(guests)}
            checked={values.guests_per_member === guests}
            onChange={() => set('guests_per_member', guests)}
            className={pill(values.guests_per_member === guests, true)}
          >
            {guests === 0 ? 'None' : `${guests} each`}
          </OptionTile>
        ))}
      </div>
    </OptionGroup>
    <FieldNote
      id="session-guests-note"
      hint={values.guests_per_member > 0 ? 'Members can bring friends. Each guest takes a spot.' : undefined}
      error={errorOf('guests_per_member')}
    />
  </div>
);

export function OpenToFields({ session: { values, set, errorOf } }: { session: SessionForm }) {
  const [level] = levelOf(values);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div data-field="fitness_level_max">
        <Select
          label="Fitness level"
          options={levelOptions}
          value={level}
          onChange={(next) => {
            const range = LEVELS[next];
            if (!range) return;
            set('fitness_level_min', range.from);
            set('fitness_level_max', range.to);
          }}
          error={errorOf('fitness_level_max') ?? errorOf('fitness_level_min')}
        />
      </div>
      <div data-field="gender_preference">
        <Select
          label="Open to"
          options={GENDERS}
          value={values.gender_preference}
          onChange={(next) => set('gender_preference', next)}
          error={errorOf('gender_preference')}
        />
      </div>
    </div>
  );
}
