import { FindPeople } from '#features/friends/find-people.tsx';
import { FriendList, type SessionTogether } from '#features/friends/friend-list.tsx';
import { FriendRequests } from '#features/friends/friend-requests.tsx';
import { FriendSuggestions } from '#features/friends/friend-suggestions.tsx';
import { useFriendCounts } from '#features/friends/use-friend-counts.ts';
import { InviteFriends } from '#features/invites/friends/invite-friends.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { momentInWords } from '#platform/wall-time.ts';
import type { ModalScreenProps } from '#routes/modals.ts';
import { type FriendsTab, friendsTabs, useModals } from '#routes/modals.ts';
import { Modal } from '#ui/layer/modal.tsx';
import { pullsToRefresh } from '#ui/pulls-to-refresh.ts';
import { Tabs } from '#ui/tabs.tsx';

const tabOf = (name: string | undefined): FriendsTab => friendsTabs.find((tab) => tab === name) ?? 'friends';

/** By the clock of the gym where it is. */
const timeOf = ({ start_time, timezone }: SessionTogether) => momentInWords(start_time, timezone);

/** Friends, requests, and every way to make new friends. */
export default function FriendsModal({ modal, open, onClose }: ModalScreenProps<'friends'>) {
  const modals = useModals();
  const { gym, gymConfig } = useLogin();
  const counts = useFriendCounts();
  const train = ({ id, first_name }: { id: string; first_name: string }) =>
    modals.open({ name: 'train-together', userId: id, firstName: first_name });
  const show = (tab: FriendsTab) => modals.change({ ...modal, tab });
  return (
    <Modal inHistory open={open} onOpenChange={onClose} title="Friends" size="lg">
      <Tabs
        label="Friends"
        className="md:min-h-[min(36rem,65dvh)]"
        value={tabOf(modal.tab)}
        onChange={show}
        tabs={[
          {
            value: 'friends',
            label: 'Friends',
            total: counts.friends,
            content: (
              <div {...pullsToRefresh}>
                <FriendList
                  timeOf={timeOf}
                  onTrain={train}
                  onSession={(id) => modals.open({ name: 'session', id })}
                  onFind={() => show('find')}
                />
              </div>
            ),
          },
          {
            value: 'requests',
            label: 'Requests',
            count: counts.received,
            content: <FriendRequests onFind={() => show('find')} />,
          },
          {
            value: 'find',
            label: 'Find people',
            short: 'Find',
            content: <FindPeople onInvite={() => show('invite')} />,
          },
          {
            value: 'suggestions',
            label: 'Suggestions',
            content: <FriendSuggestions onProfile={() => modals.open({ name: 'about-you' })} onTrain={train} />,
          },
          {
            value: 'invite',
            label: 'Invite',
            content: <InviteFriends gym={gym?.name ?? gymConfig?.organization?.name ?? 'our gym'} />,
          },
        ]}
      />
    </Modal>
  );
}
