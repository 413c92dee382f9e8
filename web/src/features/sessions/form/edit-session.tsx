import type { Gym } from '@spotter/contract/gyms/gyms.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { dropDraft } from '#platform/forms/draft.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useUser } from '#platform/login/use-login.ts';
import { serverNow } from '#platform/server-clock.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { useBackStep } from '#ui/layer/back-steps.ts';
import { Banner } from '#ui/status/banner.tsx';
import { firstDayOf, repeatInWords } from '../series/repeat-rule.ts';
import type { SessionDetail } from '../session.ts';
import { useUpdateSession } from '../sessions.mutations.ts';
import { openingHoursQuery } from '../times/opening-hours.ts';
import { type GymHours, whyNot } from '../times/session-slots.ts';
import { CreateSkeleton } from './create-skeleton.tsx';
import {
  beginsOn,
  oldDaysWarning,
  otherSessionsNote,
  ownDayRequired,
  savedMessage,
  sessionOutcome,
  tooFewSpots,
} from './edit.words.ts';
import { SessionFields } from './fields/session-fields.tsx';
import { FormBar, type FormPlace } from './form-bar.tsx';
import { gymChoices } from './gym-choices.ts';
import { LeaveQuestion, type OpenQuestion, ScopeQuestion } from './questions.tsx';
import { changesOf, followedRule, type Scope, type SessionFormValues, valuesOf } from './session-form-values.ts';
import { sessionTypesQuery } from './session-types.queries.ts';
import { StartInWords } from './start-in-words.tsx';
import { keptValues, useRefusal, useSessionForm } from './use-session-form.ts';

type Props = {
  session: SessionDetail;
  /** Called after saving or giving up. */
  onDone: () => void;
  place: FormPlace;
  /** While true, closing the form asks first. */
  onUnsaved?: (unsaved: boolean) => void;
};

const draftName = (id: string) => `edit-session:${id}`;

/** Discards unsaved changes. */
export const dropEdit = (id: string) => dropDraft(draftName(id));

/** The gyms to choose from, the session's own first. A session at a gym outside the reader's stays there. */
function gymsFor(session: SessionDetail, accessible: readonly Gym[]): Gym[] {
  return accessible.some(({ id }) => id === session.gym.id) ? gymChoices(accessible, session.gym.id) : [];
}

/** The same form, for an existing session. */
export function EditSession(props: Props) {
  const { accessible_gyms } = useUser();
  const gyms = useMemo(() => gymsFor(props.session, accessible_gyms), [props.session, accessible_gyms]);
  const hours = useQueries({ queries: gyms.map((gym) => openingHoursQuery(gym)) });
  if (hours[0]?.isPending) return <CreateSkeleton />;
  const places = gyms.map((gym, index) => ({ id: gym.id, zone: gym.timezone, hours: hours[index]?.data ?? null }));
  return <EditForm {...props} gyms={gyms} places={places} />;
}

type FormProps = Props & { gyms: readonly Gym[]; places: readonly (GymHours & { id: string })[] };

function EditForm({ session: detail, onDone, place: where, onUnsaved, gyms, places }: FormProps) {
  const { organization } = useUser();
  const types = useQuery({ ...sessionTypesQuery(organization?.id ?? ''), enabled: organization !== null });
  const name = draftName(detail.id);
  const [before] = useState(() => valuesOf(detail));
  const [first] = useState<SessionFormValues>(() => {
    const kept = keptValues(name);
    const isOffered = gyms.some(({ id }) => id === kept.gym_id);
    return { ...before, ...kept, ...(isOffered ? {} : { gym_id: before.gym_id }) };
  });
  const placeOf = (gymId: string): GymHours =>
    places.find(({ id }) => id === gymId) ?? { zone: detail.gym.timezone, hours: null };

  const session = useSessionForm({
    name,
    initial: first,
    check: async (values) => {
      const at = placeOf(values.gym_id);
      const changes = changesOf(values, before);
      const { updateSession } = await import('@spotter/contract/sessions/sessions.ts');
      const found = updateSession.body.safeParse(changes).error?.issues ?? [];
      const moved = 'start_time' in changes || 'duration_minutes' in changes || 'gym_id' in changes;
      const day = beginsOn(values, before, changes);
      const why = moved ? whyNot({ ...values, day, minutes: values.duration_minutes }, at, serverNow()) : null;
      const few = values.max_participants < detail.current_participants;
      const elsewhere = !detail.series && firstDayOf(values.repeat, values.day) !== values.day;
      return [
        ...(why ? [{ path: ['start_time'], message: why }] : []),
        ...(few ? [{ path: ['max_participants'], message: tooFewSpots(detail.current_participants) }] : []),
        ...(elsewhere ? [{ path: ['repeat_rule'], message: ownDayRequired(values.day) }] : []),
        ...found,
      ];
    },
  });
  const { form, values, element } = session;
  const now = serverNow();
  const at = placeOf(values.gym_id);
  const changes = changesOf(values, before);
  const unsaved = Object.keys(changes).length > 0;
  useEffect(() => {
    onUnsaved?.(unsaved);
    return () => onUnsaved?.(false);
  }, [unsaved, onUnsaved]);

  const asked: OpenQuestion =
    changes.repeat_rule === undefined ? 'values' : changes.repeat_rule === null ? 'end' : 'rule';
  const begins = beginsOn(values, before, changes);
  const outcome = detail.series ? sessionOutcome(values, before, begins) : '';
  const [asks, setAsks] = useState<'scope' | 'leave' | null>(null);
  // Back asks before discarding anything.
  useBackStep(unsaved && asks !== 'leave', () => setAsks('leave'));
  const save = useSubmit(useUpdateSession(detail.id), (saved) => {
    dropEdit(detail.id);
    toasts.success('Session updated', { text: savedMessage(saved) });
    onDone();
  });
  const refusal = useRefusal(session, save.error, "Couldn't save your changes. Try again.");
  const send = (scope: Scope) => {
    setAsks(null);
    const valid = form.getValues();
    const followed = detail.series && scope !== 'this' ? followedRule(valid, before) : {};
    save.submit({ ...changesOf(valid, before), ...followed, scope });
  };
  const submit = form.handleSubmit(() => {
    if (!unsaved) return onDone();
    if (detail.series && detail.can_change_series) setAsks('scope');
    else send('this');
  });
  const leave = () => {
    dropEdit(detail.id);
    onDone();
  };

  return (
    <form
      ref={element}
      noValidate
      aria-label="Edit session"
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-6"
    >
      <SessionFields
        session={session}
        gyms={gyms}
        types={types.data ?? []}
        place={at}
        now={now}
        exclude={detail.id}
        canRepeat={detail.can_change_series}
        begins={values.day}
        note={detail.series && asked !== 'values' ? `${outcome}${otherSessionsNote(asked, values)}` : undefined}
      />
      {refusal ? <Banner>{refusal} We kept what you typed.</Banner> : null}
      <FormBar place={where} summary={<StartInWords values={{ ...values, day: begins }} place={at} now={now} />}>
        <Button variant="secondary" size="lg" onClick={() => (unsaved ? setAsks('leave') : leave())}>
          Cancel
        </Button>
        <Button type="submit" size="lg" icon={<Check />} loading={save.sending}>
          Save changes
        </Button>
      </FormBar>
      <ScopeQuestion
        open={asks === 'scope'}
        asks={asked}
        repeats={repeatInWords(values.repeat, values.day)}
        outcome={outcome}
        warning={'repeat_rule' in followedRule(values, before) ? oldDaysWarning : undefined}
        onClose={() => setAsks(null)}
        onChoose={send}
      />
      <LeaveQuestion open={asks === 'leave'} onStay={() => setAsks(null)} onLeave={leave} />
    </form>
  );
}
