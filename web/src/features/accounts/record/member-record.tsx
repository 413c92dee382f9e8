import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { nameOf } from '#platform/people/face.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Edits } from '#ui/edits.tsx';
import { dayWords } from '../account.words.ts';
import type { MemberRecord } from '../accounts.queries.ts';

const statusWords: Record<MemberRecord['sessions'][number]['status'], { label: string; tone: Tone }> = {
  upcoming: { label: 'Upcoming', tone: 'info' },
  attended: { label: 'Attended', tone: 'success' },
  missed: { label: 'Missed', tone: 'warning' },
  unknown: { label: 'Not checked in', tone: 'neutral' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="flex min-w-0 flex-col gap-4">
      <h2 className="text-lg">{title}</h2>
      {children}
    </Card>
  );
}

export function RecordFigures({ totals }: Pick<MemberRecord, 'totals'>) {
  const known = totals.attended + totals.missed;
  const figures: [label: string, value: string][] = [
    ['Sessions so far', String(totals.sessions)],
    ['Showed up', known > 0 ? `${Math.round((totals.attended / known) * 100)}%` : 'No check-ins'],
    ['Hosted', String(totals.hosted)],
    ['Upcoming', String(totals.upcoming)],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 lg:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col gap-1 rounded-card border border-border p-4">
          <dt className="text-sm text-text-secondary">{label}</dt>
          <dd data-figures="" className="font-bold font-heading text-xl tracking-tight">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const FIRST_SESSIONS = 8;

/** The latest sessions, each at the time of its gym's wall. */
export function RecordSessions({ sessions }: Pick<MemberRecord, 'sessions'>) {
  const [showsAll, setShowsAll] = useState(false);
  const severalZones = new Set(sessions.map(({ timezone }) => timezone)).size > 1;
  if (sessions.length === 0)
    return <p className="text-sm text-text-secondary">Sessions they join or host show up here.</p>;
  return (
    <>
      <ul className="flex flex-col">
        {(showsAll ? sessions : sessions.slice(0, FIRST_SESSIONS)).map(
          ({ id, title, gym_name, starts_at, timezone, is_host, status }) => (
            <li key={id} className="flex items-center gap-3 border-border border-b py-2.5 last:border-b-0">
              <div className="min-w-0 flex-1">
                <Link to={`/app/sessions/${id}`} className="block truncate font-medium hover:underline">
                  {title}
                </Link>
                <p className="truncate text-sm text-text-secondary">
                  {new Date(starts_at).toLocaleString(undefined, {
                    dateStyle: 'medium',
                    timeStyle: 'short',
                    timeZone: timezone,
                    ...(severalZones && { timeZoneName: 'short' }),
                  })}{' '}
                  · {gym_name}
                  {is_host ? ' · Host' : ''}
                </p>
              </div>
              <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>
            </li>
          ),
        )}
      </ul>
      {sessions.length > FIRST_SESSIONS && !showsAll ? (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => setShowsAll(true)}>
          Show {sessions.length - FIRST_SESSIONS} more
        </Button>
      ) : null}
    </>
  );
}

type InvitedProps = Pick<MemberRecord, 'invited_by' | 'brought'> & { pageOf: (id: string) => string };

export function InvitedBy({ invited_by, brought, pageOf }: InvitedProps) {
  const bringsWords = brought === 1 ? 'Invited 1 member.' : brought > 1 ? `Invited ${brought} members.` : '';
  return (
    <p className="text-sm">
      {invited_by?.person ? (
        <>
          Invited by{' '}
          <Link to={pageOf(invited_by.person.id)} className="font-medium hover:underline">
            {nameOf(invited_by.person)}
          </Link>{' '}
          on {dayWords(invited_by.joined_at)}.
        </>
      ) : invited_by?.code ? (
        <>
          Joined with the code <span className="font-mono">{invited_by.code}</span> on {dayWords(invited_by.joined_at)}.
        </>
      ) : (
        'Joined without an invite.'
      )}{' '}
      {bringsWords}
    </p>
  );
}

/** Who changed what about this account. */
export function RecordChanges({ changes }: Pick<MemberRecord, 'changes'>) {
  if (changes.length === 0) return <p className="text-sm text-text-secondary">Changes that staff make show up here.</p>;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {changes.map((change) => (
        <li key={change.id} className="flex flex-col">
          <span className="break-words">
            <span className="font-medium">
              {change.emulating ? 'Spotter support' : change.actor ? nameOf(change.actor) : 'Former staff'}
            </span>{' '}
            {change.sentence}
          </span>
          <Edits edits={change.edits} />
          <span className="text-text-secondary">{moment.format(new Date(change.created_at))}</span>
        </li>
      ))}
    </ul>
  );
}
