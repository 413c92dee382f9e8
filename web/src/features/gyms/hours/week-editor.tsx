import { minutesOf } from '@spotter/contract/wall-clock.ts';
import clsx from 'clsx';
import { Ellipsis, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { clockOf, spokenTime } from '#platform/wall-time.ts';
import { Switch } from '#ui/form/choice.tsx';
import { TimeField } from '#ui/form/date-time-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { type DraftSpan, dayName, hoursOf, isNight, problemsOf, type Week } from './week.ts';

type Props = { week: Week; onChange: (week: Week) => void };

/** More than anybody needs in a day. */
export const mostSpans = 4;
const usual: DraftSpan = { opens: '06:00', closes: '22:00' };

/** A week of hours: several spans a day, closed days, nights past midnight, and copies to other days. */
export function WeekEditor({ week, onChange }: Props) {
  const problems = problemsOf(week);
  const hours = hoursOf(week);
  const setDay = (weekday: number, spans: readonly DraftSpan[]) => onChange(week.with(weekday, spans));
  const copyTo = (weekday: number, days: readonly number[]) =>
    onChange(week.map((spans, day) => (days.includes(day) ? (week[weekday] ?? []) : spans)));
  const tools = (weekday: number, spans: readonly DraftSpan[]) => (
    <>
      {spans.length > 0 ? (
        <IconButton
          label={`Add hours on ${dayName(weekday)}`}
          icon={<Plus />}
          disabled={spans.length >= mostSpans}
          onClick={() => setDay(weekday, [...spans, { opens: '', closes: '' }])}
        />
      ) : null}
      <Menu
        trigger={<IconButton label={`Options for ${dayName(weekday)}`} icon={<Ellipsis />} />}
        groups={[
          [
            { label: 'Copy to every day', onSelect: () => copyTo(weekday, [0, 1, 2, 3, 4, 5, 6]) },
            { label: 'Copy to Monday to Friday', onSelect: () => copyTo(weekday, [0, 1, 2, 3, 4]) },
            { label: 'Copy to the weekend', onSelect: () => copyTo(weekday, [5, 6]) },
          ],
          [
            {
              label: 'Open all day and night',
              onSelect: () => setDay(weekday, [{ opens: '00:00', closes: '00:00' }]),
            },
          ],
        ]}
      />
    </>
  );
  return (
    <ul aria-label="Hours of the week" className="flex flex-col divide-y divide-border">
      {week.map((spans, weekday) => {
        const day = dayName(weekday);
        return (
          <li key={day} className="grid grid-cols-1 gap-x-6 gap-y-3 py-4 first:pt-0 md:grid-cols-[9rem_minmax(0,1fr)]">
            <div className="flex flex-wrap items-center gap-1 md:items-start">
              <Switch
                label={<span className="font-semibold">{day}</span>}
                className="flex-1 flex-row-reverse justify-end! gap-3!"
                checked={spans.length > 0}
                onChange={(event) => setDay(weekday, event.target.checked ? [usual] : [])}
              />
              {spans.length > 0 ? null : <span className="text-sm text-text-secondary md:hidden">Closed</span>}
              <div className="flex md:hidden">{tools(weekday, spans)}</div>
            </div>
            <div className="flex min-w-0 flex-col gap-3">
              <DayBar spans={hours.filter((span) => span.weekday === weekday)} hasScale={weekday === 0} />
              {spans.length > 0 ? null : (
                <div className="flex items-center gap-3 max-md:hidden">
                  <p className="text-sm text-text-secondary">Closed</p>
                  {tools(weekday, spans)}
                </div>
              )}
              <SpanFields
                name={day}
                spans={spans}
                onChange={(changed) => setDay(weekday, changed)}
                end={<div className="hidden md:flex">{tools(weekday, spans)}</div>}
              />
              {problems[weekday] ? (
                <p role="alert" className="text-sm text-status-error-text">
                  {problems[weekday]}
                </p>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

// Two times and a button fit beside each other on a phone, whose picker opens without the mark.
const timeClass = 'min-w-0 max-w-40 flex-1 basis-24 max-md:[&_input::-webkit-calendar-picker-indicator]:hidden';

type SpanProps = {
  /** The day, or whatever else the spans belong to. */
  name: string;
  spans: readonly DraftSpan[];
  onChange: (spans: readonly DraftSpan[]) => void;
  /** A single span can't be removed. */
  keepsOne?: boolean;
  /** Stands beside the last span. */
  end?: ReactNode;
};

/** The opening and closing times of a day. */
export function SpanFields({ name, spans, onChange, keepsOne = false, end }: SpanProps) {
  return [...spans.entries()].map(([index, span]) => (
    <div key={index} className="flex flex-wrap items-center gap-2">
      <TimeField
        label={`${name} opens`}
        hideLabel
        className={timeClass}
        value={span.opens}
        onChange={(event) => onChange(spans.with(index, { ...span, opens: event.target.value }))}
      />
      <span aria-hidden="true">to</span>
      <TimeField
        label={`${name} closes`}
        hideLabel
        className={timeClass}
        value={span.closes}
        onChange={(event) => onChange(spans.with(index, { ...span, closes: event.target.value }))}
      />
      {keepsOne && spans.length === 1 ? null : (
        <IconButton
          label={
            span.opens && span.closes
              ? `Remove ${clockOf(span.opens)} to ${clockOf(span.closes)} on ${name}`
              : `Remove these hours on ${name}`
          }
          icon={<Trash2 />}
          onClick={() => onChange(spans.filter((_, place) => place !== index))}
        />
      )}
      {index === spans.length - 1 ? end : null}
      {noteOf(span) ? <span className="basis-full text-sm text-text-secondary">{noteOf(span)}</span> : null}
    </div>
  ));
}

function noteOf(span: DraftSpan): string | null {
  if (!span.opens || !span.closes) return null;
  if (span.opens === '00:00' && span.closes === '00:00') return 'Open all day and night';
  if (span.closes === '00:00') return 'Until midnight';
  return isNight(span) ? 'Closes the next day' : null;
}

/** A day from midnight to midnight, with the open parts filled. */
function DayBar({ spans, hasScale }: { spans: readonly DraftSpan[]; hasScale: boolean }) {
  const share = (minutes: number) => `${(minutes / 1440) * 100}%`;
  return (
    <div aria-hidden="true" className="flex flex-col gap-1">
      <div className={clsx('relative h-2.5 overflow-hidden rounded-full bg-bg-secondary-hover')}>
        {spans.map(({ opens, closes }) => (
          <span
            key={opens}
            className="absolute inset-y-0 bg-primary-mark"
            style={{ left: share(minutesOf(opens)), width: share(minutesOf(closes) - minutesOf(opens)) }}
          />
        ))}
      </div>
      {hasScale ? (
        <div data-figures="" className="flex justify-between text-text-tertiary text-xs">
          {['00:00', '06:00', '12:00', '18:00', '24:00'].map((hour) => (
            <span key={hour}>{spokenTime(hour)}</span>
          ))}
        </div>
      ) : null}
    </div>
  );
}
