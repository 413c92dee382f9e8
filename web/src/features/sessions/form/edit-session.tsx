import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dropDraft } from '#platform/forms/draft.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useUser } from '#platform/session/session.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { openingHoursQuery } from '../opening-hours.ts';
import { type Place, whyNot } from '../session-slots.ts';
import { changesOf, type Scope, type SessionValues, valuesOf } from '../session-values.ts';
import { useUpdateSession } from '../sessions.mutations.ts';
import type { SessionDetail } from '../sessions.queries.ts';
import { CreateSkeleton } from './create-skeleton.tsx';
import { FormBar, type FormPlace } from './form-bar.tsx';
import { LeaveQuestion, ScopeQuestion } from './questions.tsx';
import { SessionFields } from './session-fields.tsx';
import { sessionTypesQuery } from './session-types.queries.ts';
import { StartInWords } from './start-in-words.tsx';
import { keptValues, useRefusal, useSessionForm } from './use-session-form.ts';

type Props = {
  session: SessionDetail;
  /** Saved, or given up. */
  onDone: () => void;
  place: FormPlace;
  /** Whoever can close what the form stands in asks first while this is true. */
  onUnsaved?: (unsaved: boolean) => void;
};

const draftName = (id: string) => `edit-session:${id}`;

/** Forgets what was typed and not saved. */
export const dropEdit = (id: string) => dropDraft(draftName(id));

/** The same form, for a session that exists. */
export function EditSession(props: Props) {
  const { accessible_gyms } = useUser();
  const gym = accessible_gyms.find(({ id }) => id === props.session.gym.id);
  const hours = useQuery({
    ...openingHoursQuery(gym ?? { id: props.session.gym.id, organization_id: '' }),
    enabled: gym !== undefined,
  });
  if (gym && hours.isPending) return <CreateSkeleton />;
  return <EditForm {...props} at={{ zone: props.session.gym.timezone, hours: hours.data ?? null }} />;
}

function EditForm({ session: detail, onDone, place: where, onUnsaved, at }: Props & { at: Place }) {
  const { organization } = useUser();
  const types = useQuery({ ...sessionTypesQuery(organization?.id ?? ''), enabled: organization !== null });
  const name = draftName(detail.id);
  const [before] = useState(() => valuesOf(detail));
  const [first] = useState<SessionValues>(() => ({ ...before, ...keptValues(name) }));

  const session = useSessionForm({
    name,
    initial: first,
    check: async (values) => {
      const changes = changesOf(values, before);
      const { updateSession } = await import('@spotter/contract/sessions.ts');
      const found = updateSession.body.safeParse(changes).error?.issues ?? [];
      const moved = 'start_time' in changes || 'duration_minutes' in changes;
      const why = moved ? whyNot({ ...values, minutes: values.duration_minutes }, at, Date.now()) : null;
      const few = values.max_participants < detail.current_participants;
      return [
        ...(why ? [{ path: ['start_time'], message: why }] : []),
        ...(few ? [{ path: ['max_participants'], message: tooFew(detail.current_participants) }] : []),
        ...found,
      ];
    },
  });
  const { form, values, element } = session;
  const now = Date.now();
  const changes = changesOf(values, before);
  const unsaved = Object.keys(changes).length > 0;
  useEffect(() => {
    onUnsaved?.(unsaved);
    return () => onUnsaved?.(false);
  }, [unsaved, onUnsaved]);

  const [asks, setAsks] = useState<'scope' | 'leave' | null>(null);
  const save = useSubmit(useUpdateSession(detail.id), (saved) => {
    dropEdit(detail.id);
    toasts.success('Session changed', { text: peopleTold(saved) });
    onDone();
  });
  const refusal = useRefusal(session, save.error, 'The session was not changed. Please try again.');
  const send = (scope: Scope) => {
    setAsks(null);
    save.submit({ ...changesOf(form.getValues(), before), scope });
  };
  const submit = form.handleSubmit(() => {
    if (!unsaved) return onDone();
    if (detail.series) setAsks('scope');
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
        gyms={[]}
        types={types.data ?? []}
        place={at}
        now={now}
        exclude={detail.id}
        repeats={detail.series?.in_words ?? ''}
      />
      {refusal ? <Banner>{refusal} What you typed is kept.</Banner> : null}
      <FormBar place={where} summary={<StartInWords values={values} place={at} now={now} />}>
        <Button variant="secondary" size="lg" onClick={() => (unsaved ? setAsks('leave') : leave())}>
          Cancel
        </Button>
        <Button type="submit" size="lg" icon={<Check />} loading={save.sending}>
          Save
        </Button>
      </FormBar>
      <ScopeQuestion open={asks === 'scope'} onClose={() => setAsks(null)} onChoose={send} />
      <LeaveQuestion open={asks === 'leave'} onStay={() => setAsks(null)} onLeave={leave} />
    </form>
  );
}

const tooFew = (count: number) =>
  count === 1 ? 'One person is already in.' : `${count} people are already in: at least as many places.`;

function peopleTold({ current_participants: count }: SessionDetail): string | undefined {
  return count > 1 ? 'Everyone in it has been told.' : undefined;
}
