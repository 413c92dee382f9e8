import { Check, UserPlus } from 'lucide-react';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { useAskedPeople } from './asked-people.ts';
import { removeFriend, sendFriendRequest } from './friends.mutations.ts';
import type { Person } from './friends.queries.ts';

type Props = {
  person: Person;
  /** What the server knows; a tap shows before that. */
  friendship?: 'none' | 'request_sent' | 'request_received';
};

/** Sends a friend request with one tap, or accepts the one the other member sent. */
export function AddFriendButton({ person, friendship = 'none' }: Props) {
  const sendRequest = useWrite(sendFriendRequest);
  const withdrawRequest = useWrite(removeFriend);
  const isAsked = person.id in useAskedPeople();
  const name = nameOf(person);
  const isSent = isAsked || friendship === 'request_sent';
  const isAnswer = friendship === 'request_received' && !isSent;

  const press = async () => {
    if (isSent) return;
    const outcome = await sendRequest({ id: person.id, first_name: person.first_name });
    if (typeof outcome === 'string' || 'refused' in outcome) return;
    const { id, status } = outcome.answer;
    if (status === 'accepted') return toasts.longSuccess(`You and ${person.first_name} are now friends`);
    toasts.longSuccess(`Friend request sent to ${person.first_name}`, {
      action: { label: 'Undo', onSelect: () => void withdrawRequest({ id, firstName: person.first_name }) },
    });
  };

  if (isAnswer)
    return (
      <Button size="sm" aria-label={`Accept ${name}'s request`} onClick={() => void press()}>
        Accept
      </Button>
    );
  return (
    <Button
      variant={isSent ? 'ghost' : 'secondary'}
      size="sm"
      icon={isSent ? <Check /> : <UserPlus />}
      // Not disabled: the focus stays where it was pressed.
      aria-disabled={isSent}
      aria-label={isSent ? `Request sent to ${name}` : `Add friend: ${name}`}
      onClick={() => void press()}
    >
      {isSent ? 'Request sent' : 'Add friend'}
    </Button>
  );
}
