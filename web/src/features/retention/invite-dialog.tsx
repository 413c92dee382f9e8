import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { momentInWords, zoneName } from '#platform/wall-time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { type MemberAtRisk, sessionsForMemberQuery, type useRemedies } from './retention.queries.ts';

type Props = {
  member: MemberAtRisk;
  open: boolean;
  onClose: () => void;
  invite: ReturnType<typeof useRemedies>['invite'];
};

/** Sessions that fit when the member usually trains. */
export function InviteDialog({ member: { person }, open, onClose, invite }: Props) {
  return (
    <Modal
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        invite.reset();
        onClose();
      }}
      title={`Invite ${person.first_name}`}
      description="Open sessions that fit when they usually train. They get a notification from you."
      size="sm"
    >
      <div className="flex flex-col gap-4">
        {invite.isError ? <Banner>{errorText(invite.error, "Couldn't invite them. Try again.")}</Banner> : null}
        {open ? <FittingSessions id={person.id} onDone={onClose} invite={invite} /> : null}
      </div>
    </Modal>
  );
}

type Session = Answer<'listSessionsForMemberAtRisk'>['results'][number];

/** Names the zone where the list has several. */
const when = ({ start_time: { utc, timezone } }: Session, isZoneNamed: boolean) =>
  `${momentInWords(utc, timezone)}${isZoneNamed ? ` ${zoneName(Date.parse(utc), timezone)}` : ''}`;

function FittingSessions({ id, onDone, invite }: { id: string; onDone: () => void; invite: Props['invite'] }) {
  const sessions = useQuery(sessionsForMemberQuery(id));
  if (sessions.isPending) return <SkeletonText lines={5} />;
  if (sessions.isError) return <ErrorState title="Couldn't load sessions" onRetry={() => void sessions.refetch()} />;
  if (sessions.data.results.length === 0)
    return (
      <EmptyState
        icon={<CalendarX2 />}
        title="No open session fits"
        text="Nothing with a free spot in the next 14 days. Send a message instead."
      />
    );
  const severalZones = new Set(sessions.data.results.map(({ start_time }) => start_time.timezone)).size > 1;
  return (
    <ul aria-label="Sessions" className="flex flex-col divide-y divide-border">
      {sessions.data.results.map((session) => (
        <li key={session.id} className="flex items-center gap-3 py-3">
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 break-words font-medium">{session.title}</span>
              {session.is_usual_time ? <Badge tone="success">Usual time</Badge> : null}
            </p>
            <p className="text-sm text-text-secondary">
              {when(session, severalZones)} · {session.gym.name} ·{' '}
              {session.available_spots === 1 ? '1 spot left' : `${session.available_spots} spots left`}
            </p>
          </div>
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Invite to ${session.title}`}
            disabled={invite.isPending}
            loading={invite.isPending && invite.variables === session.id}
            onClick={() => invite.mutate(session.id, { onSuccess: onDone })}
          >
            Invite
          </Button>
        </li>
      ))}
    </ul>
  );
}
