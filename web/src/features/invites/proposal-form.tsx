import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { type FormEvent, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';

export type Proposal = { proposed_time: string; message: string };

type Props = { sending: boolean; error: string | null; onSend: (proposal: Proposal) => void };

/** Proposes another time for a session, on this device's clock. */
export function ProposalForm({ sending, error, onSend }: Props) {
  const [day, setDay] = useState('');
  const [time, setTime] = useState('');
  const [message, setMessage] = useState('');
  const [tried, setTried] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (day && time && !sending) onSend({ proposed_time: new Date(`${day}T${time}`).toISOString(), message });
  }

  return (
    <form noValidate onSubmit={submit} className="flex w-full flex-col gap-5 text-left">
      {error ? <Banner>{error}</Banner> : null}
      <div className="grid grid-cols-2 gap-4">
        <DateField
          label="Day"
          value={day}
          onChange={(event) => setDay(event.target.value)}
          error={tried && !day ? 'Pick a day' : null}
        />
        <TimeField
          label="Time"
          value={time}
          onChange={(event) => setTime(event.target.value)}
          error={tried && !time ? 'Pick a time' : null}
        />
      </div>
      <TextArea
        label="Message"
        optional
        maxLength={sessionLimits.proposalMessage}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        placeholder="Could we start an hour later?"
      />
      <Button type="submit" size="lg" full loading={sending}>
        Propose this time
      </Button>
    </form>
  );
}
