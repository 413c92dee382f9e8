import type { SessionProposal } from '@spotter/contract/sessions/proposals.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { ProfileLink } from '#platform/people/profile-link.tsx';
import { Avatar, type AvatarSize } from '#ui/avatar.tsx';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import type { SessionDetail } from '../session.ts';
import { proposalsQuery } from '../sessions.queries.ts';
import { differenceInWords, statusInWords } from './proposal.words.ts';
import { ProposalDialog } from './proposal-dialog.tsx';
import { useAcceptProposal, useRejectProposal } from './proposals.mutations.ts';

type Props = { session: SessionDetail; heading: 'h2' | 'h3' };

/** Proposed times: open ones as cards, settled ones collapsed. */
export function Proposals({ session, heading: Heading }: Props) {
  const proposals = useQuery(proposalsQuery(session.id));
  const all = proposals.data?.results ?? [];
  const open = all.filter(({ status }) => status === 'pending');
  const settled = all.filter(({ status }) => status !== 'pending');
  if (all.length === 0) return null;
  return (
    <section aria-label="Proposed times" className="flex flex-col gap-3">
      {open.length > 0 ? <Heading className="text-base">Proposed times</Heading> : null}
      <ul className="flex flex-col gap-3 empty:hidden">
        {open.map((proposal) => (
          <OpenProposal key={proposal.id} session={session} proposal={proposal} />
        ))}
      </ul>
      {settled.length > 0 ? (
        <details className="group">
          <summary className="flex min-h-11 list-none items-center gap-1.5 font-medium text-sm text-text-secondary hover:text-text-primary [&::-webkit-details-marker]:hidden">
            <ChevronDown aria-hidden="true" className="size-4 transition group-open:rotate-180" />
            {settled.length === 1 ? '1 earlier proposal' : `${settled.length} earlier proposals`}
          </summary>
          <ul className="flex flex-col gap-3 pt-1">
            {settled.map((proposal) => (
              <Settled key={proposal.id} proposal={proposal} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function Difference({ proposal }: { proposal: SessionProposal }) {
  const { proposed, instead } = differenceInWords(proposal);
  return (
    <p className="text-base">
      <time dateTime={proposal.proposed_time.utc} className="whitespace-nowrap font-semibold">
        {proposed}
      </time>{' '}
      <span className="whitespace-nowrap text-text-secondary">
        instead of <time dateTime={proposal.instead_of.utc}>{instead}</time>
      </span>
    </p>
  );
}

const ProposerFace = ({ proposer, size }: { proposer: SessionProposal['proposer']; size?: AvatarSize }) => (
  <ProfileLink row userId={proposer.id} name={nameOf(proposer)} className="shrink-0 rounded-full">
    <Avatar {...faceOf(proposer)} {...(size && { size })} decorative />
  </ProfileLink>
);

function OpenProposal({ session, proposal }: { session: SessionDetail; proposal: SessionProposal }) {
  const reader = useUser();
  const accept = useAcceptProposal();
  const reject = useRejectProposal();
  const [isCountering, setCountering] = useState(false);
  const isMine = proposal.proposer.id === reader.id;
  const asks = isMine
    ? 'You proposed'
    : `${proposal.proposer.first_name} ${proposal.counters ? 'suggested' : 'proposed'}`;
  return (
    <li className="flex flex-col gap-3 rounded-card border border-border p-4">
      <div className="relative flex items-start gap-3">
        <ProposerFace proposer={proposal.proposer} />
        <div className="min-w-0 flex-1">
          <p className="text-sm text-text-secondary">{asks}</p>
          <Difference proposal={proposal} />
          {proposal.message ? (
            <p dir="auto" className="mt-1.5 whitespace-pre-line break-words text-sm text-text-secondary">
              {proposal.message}
            </p>
          ) : null}
        </div>
      </div>
      {proposal.can_answer ? (
        <div className="flex flex-wrap gap-2 max-sm:[&>*]:flex-1">
          <Button size="sm" onClick={() => void accept({ session, proposal })}>
            Accept
          </Button>
          <Button size="sm" variant="secondary" onClick={() => void reject({ session, proposal })}>
            Decline
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setCountering(true)}>
            Counter
          </Button>
          <ProposalDialog
            session={session}
            counters={{ id: proposal.id, start: proposal.proposed_time.utc }}
            open={isCountering}
            onClose={() => setCountering(false)}
          />
        </div>
      ) : (
        <p className="text-sm text-text-tertiary">{statusInWords.pending}</p>
      )}
    </li>
  );
}

const tones: Record<SessionProposal['status'], Tone> = {
  pending: 'primary',
  accepted: 'success',
  rejected: 'neutral',
  countered: 'neutral',
  withdrawn: 'neutral',
};

function Settled({ proposal }: { proposal: SessionProposal }) {
  return (
    <li className="relative flex items-start gap-3">
      <ProposerFace proposer={proposal.proposer} size="sm" />
      <div className="min-w-0 flex-1">
        <Difference proposal={proposal} />
        {proposal.message ? (
          <p dir="auto" className="break-words text-sm text-text-secondary">
            {proposal.message}
          </p>
        ) : null}
      </div>
      <Badge tone={tones[proposal.status]}>{statusInWords[proposal.status]}</Badge>
    </li>
  );
}
