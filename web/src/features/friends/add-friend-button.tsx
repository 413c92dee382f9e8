import { Check, UserPlus } from 'lucide-react';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { type Person, useAskedPeople, useSendFriendRequest, useWithdrawFriendRequest } from './friends.queries.ts';

type Props = {
  person: Person;
  /** What the server knows; a tap shows before that. */
  friendship?: 'none' | 'request_sent' | 'request_received';
};

/** Sends a friend request with one tap, or accepts the one the other member sent. */
export function AddFriendButton({ person, friendship = 'none' }: Props) {
  const sendRequest = useSendFriendRequest();
  const withdrawRequest = useWithdrawFriendRequest();
  const isAsked = person.id in useAskedPeople();
  const name = nameOf(person);
  const isSent = isAsked || friendship === 'request_sent';
  const isAnswer = friendship === 'request_received' && !isSent;

  const press = () => {
    if (isSent) return;
    sendRequest.mutate(person, {
      onSuccess: (request) =>
        request.status === 'accepted'
          ? toasts.longSuccess(`You and ${person.first_name} are now friends`)
          : toasts.longSuccess(`Friend request sent to ${person.first_name}`, {
              action: { label: 'Undo', onSelect: () => withdrawRequest.mutate(request.id) },
            }),
    });
  };

  if (isAnswer)
    return (
      <Button size="sm" aria-label={`Accept ${name}'s request`} onClick={press}>
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
      onClick={press}
    >
      {isSent ? 'Request sent' : 'Add friend'}
    </Button>
  );
}
