import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { momentOf, wallAt } from '@spotter/contract/wall-clock.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import type { SessionDetail } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import { verdictOf } from './proposal-text.ts';
import { useCounterProposal, useCreateProposal } from './proposals.mutations.ts';

type Props = {
  session: SessionDetail;
  /** The proposal this one answers, and the time it asked for. */
  counters?: { id: string; start: string };
  open: boolean;
  onClose: () => void;
};

export function ProposalDialog({ session, counters, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={counters ? 'Suggest another time' : 'Propose another time'}
      description={
        counters
          ? "They'll see your answer right away."
          : `${session.creator.first_name} decides. You keep your spot either way.`
      }
    >
      {open ? <ProposalForm session={session} counters={counters} onClose={onClose} /> : null}
    </Dialog>
  );
}

/** The day and time on the gym's wall; whether it can be is said while it is being chosen. */
function ProposalForm({ session, counters, onClose }: Omit<Props, 'open'>) {
  const zone = session.gym.timezone;
  const first = wallAt(Date.parse(counters?.start ?? session.start_time.utc), zone);
  const [day, setDay] = useState(first.day);
  const [time, setTime] = useState(first.time);
  const [message, setMessage] = useState('');
  const create = useCreateProposal(session.id);
  const counter = useCounterProposal(session.id, counters?.id ?? '');
  const form = useSubmit(counters ? counter : create, onClose);

  const moment = day && time ? momentOf(`${day}T${time}`, zone) : null;
  const isSame = moment?.getTime() === Date.parse(session.start_time.utc);
  const check = useQuery({
    queryKey: sessionKeys.timeCheck(session.id, `${day}T${time}`),
    queryFn: ({ signal }) =>
      api.checkSessionTime(
        {
          query: {
            gym_id: session.gym.id,
            start_time: `${day}T${time}`,
            duration_minutes: session.duration_minutes,
            exclude: session.id,
          },
        },
        { signal },
      ),
    enabled: Boolean(day && time) && !isSame,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const verdict = check.data && !check.isPlaceholderData && !isSame ? verdictOf(check.data) : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (moment === null || isSame || verdict?.tone === 'error') return;
    form.submit({ proposed_time: new Date(moment).toISOString(), message });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {form.isError ? <Banner>{errorText(form.error, "Couldn't send your proposal. Try again.")}</Banner> : null}
      <div className="grid grid-cols-2 gap-3">
        <DateField label="Day" value={day} onChange={(event) => setDay(event.target.value)} />
        <TimeField label="Start" step={300} value={time} onChange={(event) => setTime(event.target.value)} />
      </div>
      <div aria-live="polite" className="min-h-11">
        {verdict ? (
          <Banner tone={verdict.tone}>{verdict.text}</Banner>
        ) : (
          <p className="py-3 text-sm text-text-secondary">
            {isSame ? "That's the current time." : !day || !time ? 'Pick a day and time.' : 'Checking the calendar…'}
          </p>
        )}
      </div>
      <TextArea
        label="Message"
        optional
        maxLength={sessionLimits.proposalMessage}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        placeholder="Could we start an hour later?"
      />
      <Button
        type="submit"
        size="lg"
        full
        loading={form.sending}
        disabled={moment === null || isSame || verdict?.tone === 'error'}
      >
        {counters ? 'Suggest this time' : 'Propose this time'}
      </Button>
    </form>
  );
}
