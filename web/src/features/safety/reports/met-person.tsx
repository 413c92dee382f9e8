import { useQuery } from '@tanstack/react-query';
import { Ban, Flag, MessageCircleOff } from 'lucide-react';
import { useState } from 'react';
import type { Answer } from '#platform/api/client.ts';
import { nameOf } from '#platform/people/face.ts';
import type { Reported } from '#platform/people/safety.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { BlockDialog } from '../blocks/block-dialog.tsx';
import { reportableQuery } from './met-people.queries.ts';
import { ReportDialog } from './report-dialog.tsx';

type Thing = Answer<'listReportable'>['things'][number];

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

/** Somebody the reader has met: report them, or one of their messages and sessions, or block them. */
export function MetPerson({ id, onDone }: { id: string; onDone: () => void }) {
  const query = useQuery(reportableQuery(id));
  const [reported, setReported] = useState<Reported | null>(null);
  const [asksToBlock, setAsksToBlock] = useState(false);
  if (query.isPending) return <SkeletonText lines={4} />;
  if (!query.data) return <ErrorState title="Couldn't load this" onRetry={() => void query.refetch()} />;
  const { person, things } = query.data;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <Avatar name={nameOf(person)} color={person.avatar_color} decorative />
        <bdi className="min-w-0 flex-1 truncate font-semibold text-lg">{nameOf(person)}</bdi>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Flag />} onClick={() => setReported({ kind: 'user', id, person })}>
          Report {person.first_name}
        </Button>
        <Button variant="secondary" icon={<Ban />} onClick={() => setAsksToBlock(true)}>
          Block {person.first_name}
        </Button>
      </div>
      {things.length > 0 ? (
        <section className="flex flex-col gap-1">
          <h3 className="text-base">Or report something they wrote</h3>
          <ul className="flex flex-col divide-y divide-border">
            {things.map((thing) => (
              <ThingRow key={thing.id} thing={thing} onReport={() => setReported({ ...thing, person })} />
            ))}
          </ul>
        </section>
      ) : (
        <EmptyState
          className="py-8"
          icon={<MessageCircleOff />}
          title="No messages or sessions"
          text={`${person.first_name} hasn't written anything you could see. You can still report or block them.`}
        />
      )}
      <ReportDialog reported={reported} onClose={() => setReported(null)} onBlocked={onDone} />
      <BlockDialog person={person} open={asksToBlock} onClose={() => setAsksToBlock(false)} onBlocked={onDone} />
    </div>
  );
}

function whereOf({ kind, title }: Thing): string {
  if (kind === 'session') return 'Session';
  return title ? `In ${title}` : 'To you';
}

function ThingRow({ thing, onReport }: { thing: Thing; onReport: () => void }) {
  const { kind, title, text, has_photo, at } = thing;
  const words = kind === 'session' ? [title, text].filter(Boolean).join(': ') : text || (has_photo ? 'Photo' : '');
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p dir="auto" className="line-clamp-4 break-words">
          {words}
        </p>
        <p className="text-sm text-text-secondary">
          {whereOf(thing)} · {moment.format(new Date(at))}
        </p>
      </div>
      <Button variant="secondary" size="sm" aria-label={`Report "${words.slice(0, 60)}"`} onClick={onReport}>
        Report
      </Button>
    </li>
  );
}
