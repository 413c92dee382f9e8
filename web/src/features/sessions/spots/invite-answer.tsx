import { midSentence } from '@spotter/contract/time-words.ts';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { lazy, Suspense, useId, useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { momentInWords } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { OptionGroup, OptionTile, pill } from '#ui/form/option-tile.tsx';
import { PromptButton } from '#ui/prompt-button.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import type { SessionDetail } from '../session.ts';
import { proposalsQuery } from '../sessions.queries.ts';
import { useDeclineSession, useJoinSession } from './spots.mutations.ts';

/** Loaded when it is asked for: the chat window has no other use for it. */
const ProposalDialog = lazy(async () => ({
  default: (await import('../proposals/proposal-dialog.tsx')).ProposalDialog,
}));

/** The buttons share a phone's width. */
const sharedOnPhones = 'max-sm:[&>*]:flex-auto max-sm:[&>*]:px-3';

type Props = { session: SessionDetail; size: 'sm' | 'md'; now: number };

/** The reader's answer to an invitation: three buttons, or the time they proposed while the host decides about it. */
export function InviteAnswer({ session, size, now }: Props) {
  const reader = useUser();
  const [changesMind, setChangesMind] = useState(false);
  const hasProposals = session.open_proposals > 0;
  const proposals = useQuery({ ...proposalsQuery(session.id), enabled: hasProposals });
  const own = hasProposals
    ? proposals.data?.results.find(({ status, proposer }) => status === 'pending' && proposer.id === reader.id)
    : undefined;
  if (proposals.isLoading) return <Skeleton className="h-9 w-full" aria-hidden="true" />;
  if (!own || changesMind) return <Answers session={session} size={size} now={now} />;
  const { utc, timezone } = own.proposed_time;
  return (
    <div className="flex w-full min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      <p role="status" className="text-sm leading-snug">
        You proposed{' '}
        <time dateTime={utc} className="font-semibold">
          {midSentence(momentInWords(utc, timezone, now))}
        </time>
        , waiting for {session.creator.first_name}
      </p>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Change answer to ${invitationName(session)}`}
        onClick={() => setChangesMind(true)}
      >
        Change answer
      </Button>
    </div>
  );
}

/** 'Ben's invitation to Leg day'. To a session for everyone, anybody in it may have invited the reader. */
const invitationName = ({ invite_only, creator, title }: SessionDetail) =>
  `${invite_only ? `${creator.first_name}'s invitation` : 'invitation'} to ${title}`;

/** Where several times were offered, Accept takes the chosen one. */
function Answers({ session, size, now }: Props) {
  const join = useJoinSession();
  const decline = useDeclineSession();
  const [proposes, setProposes] = useState<boolean | null>(null);
  const [chosen, setChosen] = useState(session.start_time.utc);
  // The same invitation may be on the page twice, at home and in a chat.
  const group = useId();
  const starts = [session.start_time.utc, ...session.other_times].sort();
  const [start] = starts.includes(chosen) ? [chosen] : starts;
  const accept = () => join({ session, ...(start !== session.start_time.utc && { startTime: start }) });
  return (
    <div className="flex w-full min-w-0 flex-col gap-2.5">
      {starts.length > 1 ? (
        <OptionGroup label="Pick a time">
          <div className="flex flex-col gap-1.5">
            {starts.map((utc) => (
              <OptionTile
                key={utc}
                name={`start-${group}`}
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
      <div className={clsx('flex flex-wrap gap-1.5', size === 'md' && sharedOnPhones)}>
        <PromptButton
          size={size}
          className={clsx(size === 'sm' && 'max-w-72! flex-99')}
          aria-label={`Accept ${invitationName(session)}`}
          onTap={accept}
        >
          Accept
        </PromptButton>
        {/* Accept takes the free width. In a narrow card the others stand on a line below it. */}
        <div
          className={
            size === 'sm'
              ? 'flex flex-auto flex-wrap gap-1.5 [&>*]:max-w-40 [&>*]:flex-auto'
              : clsx('contents', sharedOnPhones)
          }
        >
          {session.can_propose ? (
            <Button
              variant="secondary"
              size={size}
              className="whitespace-nowrap"
              aria-label={`Another time for ${session.title}`}
              onClick={() => setProposes(true)}
            >
              Another time
            </Button>
          ) : null}
          <Button
            variant="ghost"
            size={size}
            aria-label={`Decline ${invitationName(session)}`}
            onClick={() => void decline({ session })}
          >
            Decline
          </Button>
        </div>
      </div>
      {proposes === null ? null : (
        <Suspense>
          <ProposalDialog session={session} open={proposes} onClose={() => setProposes(false)} />
        </Suspense>
      )}
    </div>
  );
}
