import clsx from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { momentInWords } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { OptionGroup, OptionTile, pill } from '#ui/form/option-tile.tsx';
import type { SessionDetail } from '../session.ts';
import { useDeclineSession, useJoinSession } from './spots.mutations.ts';

/** Loaded when it is asked for: the chat window has no other use for it. */
const ProposalDialog = lazy(async () => ({
  default: (await import('../proposals/proposal-dialog.tsx')).ProposalDialog,
}));

type Props = { session: SessionDetail; size: 'sm' | 'md'; now: number };

/** The three answers to an invitation. Where several times were offered, Accept takes the chosen one. */
export function InviteAnswer({ session, size, now }: Props) {
  const join = useJoinSession();
  const decline = useDeclineSession();
  const [proposes, setProposes] = useState<boolean | null>(null);
  const [chosen, setChosen] = useState(session.start_time.utc);
  const starts = [session.start_time.utc, ...session.other_times].sort();
  const [start] = starts.includes(chosen) ? [chosen] : starts;
  const accept = () => void join({ session, ...(start !== session.start_time.utc && { startTime: start }) });
  return (
    <div className="flex w-full min-w-0 flex-col gap-2.5">
      {starts.length > 1 ? (
        <OptionGroup label="Pick a time">
          <div className="flex flex-col gap-1.5">
            {starts.map((utc) => (
              <OptionTile
                key={utc}
                name={`start-${session.id}`}
                value={utc}
                checked={utc === start}
                onChange={() => setChosen(utc)}
                className={pill(utc === start)}
              >
                <time dateTime={utc}>{momentInWords(utc, session.start_time.timezone, now)}</time>
              </OptionTile>
            ))}
          </div>
        </OptionGroup>
      ) : null}
      <div className={clsx('flex flex-wrap gap-1.5', size === 'md' && 'max-sm:[&>*]:flex-auto max-sm:[&>*]:px-3')}>
        <Button size={size} className={clsx(size === 'sm' && 'flex-1')} onClick={accept}>
          Accept
        </Button>
        {session.can_propose ? (
          <Button variant="secondary" size={size} className="whitespace-nowrap" onClick={() => setProposes(true)}>
            Another time
          </Button>
        ) : null}
        <Button variant="ghost" size={size} onClick={() => void decline({ session })}>
          Decline
        </Button>
      </div>
      {proposes === null ? null : (
        <Suspense>
          <ProposalDialog session={session} open={proposes} onClose={() => setProposes(false)} />
        </Suspense>
      )}
    </div>
  );
}
