import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { type MemberAtRisk, sessionsForMemberQuery, type useRemedies } from './retention.queries.ts';

export type SessionToInviteTo = Answer<'listSessionsForMemberAtRisk'>['results'][number];
/** The rows of these sessions, each with its action. */
export type SessionRows = (
  sessions: readonly SessionToInviteTo[],
  actionOf: (session: SessionToInviteTo) => ReactNode,
) => ReactNode;

type Props = {
  member: MemberAtRisk;
  open: boolean;
  onClose: () => void;
  rows: SessionRows;
  invite: ReturnType<typeof useRemedies>['invite'];
};

/** Sessions that fit when the member usually trains. */
export default function InviteDialog({ member: { person }, open, onClose, rows, invite }: Props) {
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
        {open ? <FittingSessions id={person.id} onDone={onClose} rows={rows} invite={invite} /> : null}
      </div>
    </Modal>
  );
}

type FittingProps = Pick<Props, 'rows' | 'invite'> & { id: string; onDone: () => void };

function FittingSessions({ id, onDone, rows, invite }: FittingProps) {
  const sessions = useQuery(sessionsForMemberQuery(id));
  if (sessions.isPending) return <SkeletonText lines={5} />;
  if (sessions.isError) return <ErrorState title="Couldn't load sessions" onRetry={() => void sessions.refetch()} />;
  if (sessions.data.results.length === 0)
    return (
      <EmptyState
        icon={<CalendarX2 />}
        title="No open session fits"
        text="No sessions with a free spot in the next 14 days. Send a message instead."
      />
    );
  return (
    <ul aria-label="Sessions" className="-mx-3 flex flex-col">
      {rows(sessions.data.results, (session) => (
        <>
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
          {session.is_usual_time ? <Badge tone="success">Usual time</Badge> : null}
        </>
      ))}
    </ul>
  );
}
