import { useQuery } from '@tanstack/react-query';
import { MessageCircle, UserRoundX } from 'lucide-react';
import { useOpenDirectConversation } from '#features/conversations/conversations.mutations.ts';
import { MemberProfile } from '#features/people/member-profile.tsx';
import { profileQuery } from '#features/people/people.queries.ts';
import { ProfileActions } from '#features/people/profile-actions.tsx';
import { ApiError } from '#platform/api/api-error.ts';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { useModals } from '#routes/modals/modals.ts';
import type { ModalScreenProps } from '#routes/shells/member-modals.tsx';
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
  if (profile.isPending) return <ProfileSkeleton />;
  if (profile.isError)
    return profile.error instanceof ApiError && profile.error.code === 'user_not_found' ? (
      <EmptyState
        icon={<UserRoundX />}
        title="This profile isn't available"
        text="The account may be deleted, or you can't see each other."
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
        <MessageButton userId={id} />
        <ProfileActions profile={profile.data} onBlocked={onClose} />
      </div>
    );
  return (
    <MemberProfile
      profile={profile.data}
      actions={actions}
      onSession={(session) => modals.open({ name: 'session', id: session })}
    />
  );
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
