import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import { momentOf, wallAt } from '@spotter/contract/wall-clock.ts';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, RotateCcw, Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { dropDraft } from '#platform/forms/draft.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { serverNow } from '#platform/server-clock.ts';
import { momentInWords } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { myRecentSessionsQuery } from '../my-sessions.queries.ts';
import { firstDayOf } from '../series/repeat-rule.ts';
import type { SessionDetail } from '../session.ts';
import { useCreateSession } from '../sessions.mutations.ts';
import { mySessionsQuery } from '../sessions.queries.ts';
import { openingHoursQuery } from '../times/opening-hours.ts';
import { type GymHours, whyNot } from '../times/session-slots.ts';
import { CreateSkeleton } from './create-skeleton.tsx';
import { PresetCards } from './fields/preset-cards.tsx';
import { type InvitePicker, SessionFields } from './fields/session-fields.tsx';
import { FormBar } from './form-bar.tsx';
import { gymChoices } from './gym-choices.ts';
import { bodyOf, type SessionFormValues } from './session-form-values.ts';
import { type Preset, presetsFor } from './session-presets.ts';
import { sessionTypesQuery } from './session-types.queries.ts';
import { showAmongMine } from './show-among-mine.ts';
import { StartInWords } from './start-in-words.tsx';
import { type SessionPrefill, startingValues } from './starting-values.ts';
import { keptValues, useRefusal, useSessionForm } from './use-session-form.ts';

const NAME = 'create-session';

type Props = {
  prefill: SessionPrefill;
  invite?: InvitePicker;
  onCreated?: (session: SessionDetail) => void;
  /** For a session that is created with its invitation, later: whom it invites, and what sends it. */
  invitation?: { whom: string; onInvite: (session: ReturnType<typeof bodyOf>, when: string) => void };
};

/** Loads what the form starts from: opening hours and the reader's habits. */
export function CreateSession({ prefill, invite, onCreated, invitation }: Props) {
  const reader = useUser();
  const { gym: current } = useLogin();
  const gyms = useMemo(() => gymChoices(reader.accessible_gyms, current?.id), [reader.accessible_gyms, current?.id]);
  const hours = useQueries({ queries: gyms.map((gym) => openingHoursQuery(gym)) });
  const recent = useQuery(myRecentSessionsQuery());
  const coming = useQuery(mySessionsQuery());
  const [now] = useState(Date.now);
  const isLoading = recent.isPending || coming.isPending || hours.some(({ isPending }) => isPending);
  if (isLoading) return <CreateSkeleton />;

  const places = gyms.map((gym, index) => ({ id: gym.id, zone: gym.timezone, hours: hours[index]?.data ?? null }));
  const presets = presetsFor({
    reader,
    gyms: places,
    past: recent.data?.results ?? [],
    coming: coming.data?.results ?? [],
    now,
  });
  return <CreateForm {...{ prefill, invite, onCreated, invitation, gyms, places, presets }} />;
}

type FormProps = Props & {
  gyms: readonly Gym[];
  places: readonly (GymHours & { id: string })[];
  presets: readonly Preset[];
};

function CreateForm({ prefill, invite, onCreated, invitation, gyms, places, presets }: FormProps) {
  const queryClient = useQueryClient();
  const organizationId = gyms[0]?.organization_id ?? '';
  const types = useQuery({ ...sessionTypesQuery(organizationId), enabled: organizationId !== '' });
  const [restored, setRestored] = useState(() => !prefill.copy && Object.keys(keptValues(NAME)).length > 0);
  const [first] = useState(() =>
    startingValues({ prefill, presets, gyms, places, kept: keptValues(NAME), now: serverNow() }),
  );
  const placeOf = (gymId: string): GymHours => places.find(({ id }) => id === gymId) ?? { zone: 'UTC', hours: null };

  const session = useSessionForm({
    name: NAME,
    initial: first,
    check: async (values) => {
      const { SessionInput } = await import('@spotter/contract/sessions/sessions.ts');
      const place = placeOf(values.gym_id);
      const why = whyNot({ ...values, minutes: values.duration_minutes }, place, serverNow());
      const found = SessionInput.safeParse(bodyOf(values)).error?.issues ?? [];
      return why ? [{ path: ['start_time'], message: why }, ...found] : found;
    },
  });
  const { form, values, element } = session;
  const place = placeOf(values.gym_id);
  const begins = firstDayOf(values.repeat, values.day);
  const now = serverNow();

  const create = useSubmit(useCreateSession(), (created) => {
    dropDraft(NAME);
    showAmongMine(queryClient, created);
    onCreated?.(created);
  });
  const refusal = useRefusal(session, create.error, "Couldn't create the session. Try again.");
  const submit = form.handleSubmit((valid) => {
    if (!invitation) return create.submit(bodyOf(valid));
    dropDraft(NAME);
    const starts = momentOf(`${begins}T${valid.time}`, place.zone);
    invitation.onInvite(bodyOf(valid), starts ? momentInWords(starts.toISOString(), place.zone, now) : '');
  });

  const choose = (preset: Preset) => {
    const keepTitle = values.title_is_own && !preset.values.title_is_own;
    for (const field of presetFields) session.set(field, preset.values[field]);
    if (preset.key === 'again') for (const field of alsoAgain) session.set(field, preset.values[field]);
    if (!keepTitle) {
      session.set('title', preset.values.title);
      session.set('title_is_own', preset.values.title_is_own);
    }
  };
  const startOver = () => {
    const fresh = startingValues({ prefill, presets, gyms, places, kept: {}, now });
    form.reset(fresh);
    dropDraft(NAME);
    setRestored(false);
  };

  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {restored ? (
        <div className="flex items-center justify-between gap-3 rounded-card bg-bg-secondary py-1.5 pr-1.5 pl-4 text-sm text-text-secondary">
          We saved your draft.
          <Button variant="ghost" size="sm" icon={<RotateCcw />} onClick={startOver}>
            Start over
          </Button>
        </div>
      ) : null}
      {prefill.start || prefill.copy || presets.length === 0 ? null : (
        <PresetCards
          presets={presets}
          today={wallAt(now, place.zone).day}
          gymName={({ values: { gym_id } }) =>
            gyms.length > 1 ? (gyms.find(({ id }) => id === gym_id)?.name ?? null) : null
          }
          isChosen={(preset) => presetFields.every((field) => values[field] === preset.values[field])}
          onChoose={choose}
        />
      )}
      <SessionFields {...{ session, gyms, place, now, begins, invite }} types={types.data ?? []} />
      {refusal ? <Banner>{refusal} We kept what you typed.</Banner> : null}
      <FormBar place="window" summary={<StartInWords values={{ ...values, day: begins }} {...{ place, now }} />}>
        <Button type="submit" size="lg" icon={invitation ? <Send /> : <Plus />} loading={create.sending}>
          <span className="truncate">{invitation ? `Invite ${invitation.whom}` : 'Create session'}</span>
        </Button>
      </FormBar>
    </form>
  );
}

const presetFields = [
  'workout_type',
  'session_type_id',
  'gym_id',
  'day',
  'time',
  'duration_minutes',
] as const satisfies (keyof SessionFormValues)[];
const alsoAgain = [
  'description',
  'max_participants',
  'fitness_level_min',
  'fitness_level_max',
  'gender_preference',
  'guests_per_member',
] as const satisfies (keyof SessionFormValues)[];
