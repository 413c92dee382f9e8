import { dayAt } from '@spotter/contract/wall-clock.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, MessageCircle, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { useOpenDirectConversation } from '#features/conversations/conversations.mutations.ts';
import { ProfileActions } from '#features/friends/profile-actions.tsx';
import { useShownProfile } from '#features/friends/use-undoable-changes.ts';
import { MemberProfile } from '#features/profiles/member-profile.tsx';
import type { Profile } from '#features/profiles/profiles.queries.ts';
import { profileQuery } from '#features/profiles/profiles.queries.ts';
import { SessionRow } from '#features/sessions/cards/session-row.tsx';
import { UpcomingSessions } from '#features/sessions/cards/upcoming-sessions.tsx';
import { dayInWords, dayOf, timeAt } from '#features/sessions/times/session-time.ts';
import { zoneNamesIn } from '#features/sessions/times/zone-names.ts';
import { InviteToSession } from '#features/train-together/invite-to-session.tsx';
import { ApiError } from '#platform/api/api-error.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';

/** A member's profile, over whatever it was opened from. */
export default function MemberModal({ modal, open, onClose }: ModalScreenProps<'member'>) {
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title="Profile" size="sm">
      <Content id={modal.id} onClose={onClose} />
    </Modal>
  );
}

function Content({ id, onClose }: { id: string; onClose: () => void }) {
  const reader = useUser();
  const { emulation } = useLogin();
  const modals = useModals();
  const profile = useQuery(profileQuery(id));
  const shown = useShownProfile(profile.data);
  const [isInviting, setInviting] = useState(false);
  // A chat with a blocked member is gone; the list is what is left of it.
  const leave = () =>
    modals.stack.some(({ name }) => name === 'messages') ? modals.open({ name: 'messages' }) : onClose();
  const create = () => modals.open({ name: 'create-session', copy: { invited_user_ids: [id] } });
  if (profile.isPending) return <ProfileSkeleton />;
  if (!shown)
    return profile.error instanceof ApiError && profile.error.code === 'user_not_found' ? (
      <EmptyState
        icon={<UserRoundX />}
        title="This profile isn't available"
        text="The account may be deleted."
        action={
          <Button variant="secondary" onClick={() => modals.open({ name: 'report-someone' })}>
            Report or block someone
          </Button>
        }
      />
    ) : (
      <ErrorState title="Couldn't load the profile" onRetry={() => void profile.refetch()} className="py-8" />
    );
  const actions =
    id === reader.id ? (
      <Button variant="secondary" onClick={() => modals.open({ name: 'profile' })}>
        Edit profile
      </Button>
    ) : emulation ? null : (
      <div className="flex flex-wrap items-center justify-center gap-2">
        <Button
          icon={<CalendarPlus />}
          onClick={() => modals.open({ name: 'train-together', userId: id, firstName: shown.first_name })}
        >
          Train together
        </Button>
        <MessageButton userId={id} />
        <ProfileActions profile={shown} onInvite={() => setInviting(true)} onBlocked={leave} />
        <InviteToSession
          person={shown}
          open={isInviting}
          onClose={() => setInviting(false)}
          sessions={(choose, isSending) => (
            <UpcomingSessions without={id} isBusy={isSending} onChoose={choose} onCreate={create} />
          )}
          onInvited={(conversationId) =>
            toasts.longSuccess(`Invitation sent to ${shown.first_name}`, {
              action: {
                label: 'Open chat',
                onSelect: () => modals.open({ name: 'messages', conversationId }),
              },
            })
          }
        />
      </div>
    );
  return (
    <MemberProfile
      profile={shown}
      actions={actions}
      sessions={
        <NextSessions
          sessions={shown.next_sessions}
          onOpen={(session) => modals.open({ name: 'session', id: session })}
        />
      }
    />
  );
}

type NextSessionsProps = { sessions: Profile['next_sessions']; onOpen: (id: string) => void };

function NextSessions({ sessions: listed, onOpen }: NextSessionsProps) {
  const sessions = listed.map(({ gym_name, timezone, start_time, ...session }) => ({
    ...session,
    gym: { name: gym_name },
    start_time: timeAt(start_time, { timezone, relative: '' }),
  }));
  const zoneOf = zoneNamesIn(sessions);
  return sessions.map((session) => (
    <SessionRow
      key={session.id}
      session={session}
      day={dayInWords(dayOf(session.start_time), dayAt(Date.now(), session.start_time.timezone))}
      zone={zoneOf(session)}
      onOpen={({ id }) => onOpen(id)}
    />
  ));
}

function MessageButton({ userId }: { userId: string }) {
  const modals = useModals();
  const openDirect = useOpenDirectConversation((conversationId) => modals.open({ name: 'messages', conversationId }));
  return (
    <Button
      variant="secondary"
      icon={<MessageCircle />}
      loading={openDirect.isPending}
      onClick={() => openDirect.mutate(userId)}
    >
      Message
    </Button>
  );
}

const ProfileSkeleton = () => (
  <div role="status" aria-busy="true" aria-label="Loading profile" className="flex flex-col items-center gap-4 pb-6">
    <Skeleton className="size-24 rounded-full" />
    <Skeleton className="h-6 w-40" />
    <Skeleton className="h-4 w-32" />
    <Skeleton className="h-11 w-36" />
    <Skeleton className="h-24 w-full" />
  </div>
);
