import { quietHoursFault } from '@spotter/contract/notification-delivery.ts';
import { useState } from 'react';
import { Switch } from '#ui/form/choice.tsx';
import { TimeField } from '#ui/form/date-time-field.tsx';
import type { Preferences } from '../users.queries.ts';

type Times = Pick<Preferences, 'quiet_hours' | 'digest_time'>;
type Props = { preferences: Times; hasMail: boolean; onChange: (change: Partial<Times>) => void };

/** When pushes stay silent, and when the daily mail comes. */
export function NotificationTimes({ preferences: { quiet_hours, digest_time }, hasMail, onChange }: Props) {
  const { enabled, from, until } = quiet_hours;
  const [fault, setFault] = useState<string | null>(null);
  const saveQuiet = (change: Partial<Times['quiet_hours']>) => {
    const next = { ...quiet_hours, ...change };
    const found = quietHoursFault(next);
    setFault(found);
    if (!found) onChange({ quiet_hours: next });
  };
  return (
    <section aria-label="When" className="flex flex-col gap-1 rounded-card border border-border px-4 py-2">
      <Switch
        className="py-2"
        label={<span className="font-semibold">Quiet hours</span>}
        hint="Only session reminders at night. The rest waits until morning."
        checked={enabled}
        onChange={(event) => saveQuiet({ enabled: event.target.checked })}
      />
      {enabled ? (
        <div className="grid animate-enter grid-cols-2 gap-3 pb-3">
          <SavedTime label="From" value={from} onSave={(time) => saveQuiet({ from: time })} />
          <SavedTime
            label="Until"
            error={fault ? `${fault}. Nothing was saved.` : undefined}
            value={until}
            onSave={(time) => saveQuiet({ until: time })}
          />
        </div>
      ) : null}
      {hasMail ? (
        <div className="grid animate-enter grid-cols-[1fr_auto] items-center gap-4 border-border border-t py-3">
          <span>
            <span className="block font-semibold">Daily email</span>
            <span className="text-sm text-text-secondary">One email a day with what you haven't read yet.</span>
          </span>
          <SavedTime
            label="Time of the daily email"
            hideLabel
            value={digest_time}
            onSave={(time) => onChange({ digest_time: time })}
          />
        </div>
      ) : null}
    </section>
  );
}

type SavedTimeProps = {
  label: string;
  hideLabel?: boolean;
  error?: string | undefined;
  value: string;
  onSave: (time: string) => void;
};

/** Saved when the reader leaves it, because a time is incomplete while it is typed. */
const SavedTime = ({ label, hideLabel, error, value, onSave }: SavedTimeProps) => (
  <TimeField
    key={value}
    label={label}
    hideLabel={hideLabel}
    error={error}
    defaultValue={value}
    onBlur={(event) => {
      const time = event.target.value;
      if (time !== '' && time !== value) onSave(time);
    }}
  />
);
