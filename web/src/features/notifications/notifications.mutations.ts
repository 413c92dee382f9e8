import { useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { SendOptions, Write } from '#platform/outbox/write.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { notificationKeys } from './notifications.keys.ts';
import { changeItems, type NotificationItem, type NotificationPages } from './notifications.queries.ts';

const SCOPE = 'notifications';

/** Shown as read at once; the next read corrects it. */
export const markNotificationRead: Write<{ id: string }, unknown> = {
  name: 'markNotificationRead',
  scope: () => SCOPE,
  words: () => 'Mark a notification as read',
  isQuiet: true,
  canRepeat: true,
  send: ({ id }, options) => api.markNotificationRead({ params: { id } }, options),
  show({ id }, { queryClient }) {
    queryClient.setQueryData<NotificationPages>(notificationKeys.list, (pages) =>
      changeItems(pages, (item) => (item.id === id ? { ...item, is_read: true } : item)),
    );
    return () => {};
  },
  shownIn: () => [notificationKeys.list],
  failureText: "Couldn't mark the notification as read.",
  // It may be gone by now; nobody misses the mark.
  onRefused: () => true,
  onSettled: (_input, { queryClient }) => void queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
};

/** `upTo`: the newest one that was on the screen, so that a call that waits doesn't hide what comes meanwhile. */
export const markAllNotificationsRead: Write<{ upTo: string | undefined }, { unread_count: number }> = {
  name: 'markAllNotificationsRead',
  scope: () => SCOPE,
  words: () => 'Mark all notifications as read',
  replaces: true,
  canRepeat: true,
  send: ({ upTo: up_to }, options) => api.markAllNotificationsRead({ query: { up_to } }, options),
  show(_input, { queryClient }) {
    queryClient.setQueryData<NotificationPages>(notificationKeys.list, (pages) =>
      changeItems(pages, (item) => ({ ...item, is_read: true })),
    );
    queryClient.setQueryData(notificationKeys.unread, { unread_count: 0 });
    return () => void queryClient.invalidateQueries({ queryKey: notificationKeys.all });
  },
  failureText: "Couldn't mark them as read. Try again.",
  onSettled: (_input, { queryClient }) => void queryClient.invalidateQueries({ queryKey: notificationKeys.all }),
};

type Question = NonNullable<NotificationItem['answer']>;
type Answering = { item: NotificationItem; question: Question; yes: boolean };

function sendAnswer({ item, question: { kind, id }, yes }: Answering, options: SendOptions): Promise<unknown> {
  if (kind === 'friend_request')
    return yes
      ? api.acceptFriendRequest({ params: { id }, body: {} }, options)
      : api.declineFriendRequest({ params: { id }, body: {} }, options);
  if (kind === 'spot')
    return yes ? api.claimSpot({ params: { id } }, options) : api.leaveWaitlist({ params: { id } }, options);
  const params = { id: item.session_id ?? '', proposalId: id };
  return yes ? api.acceptProposal({ params }, options) : api.rejectProposal({ params }, options);
}

function answeredInWords({ item, question: { kind }, yes }: Answering): string {
  if (kind === 'friend_request')
    return yes ? `You and ${item.actor?.first_name ?? 'they'} are now friends.` : 'Friend request declined.';
  if (kind === 'spot') return yes ? "You're in." : 'You passed on the spot.';
  return yes ? 'The session moved. We let everyone know.' : 'Proposal declined.';
}

const verbs = {
  friend_request: ['Accept a friend request', 'Decline a friend request'],
  spot: ['Claim a spot', 'Pass on a spot'],
  proposal: ['Accept a proposal', 'Decline a proposal'],
} as const;

/** The question disappears at once and comes back if the answer is refused. */
export const answerNotification: Write<Answering, unknown> = {
  name: 'answerNotification',
  // In order with what the reader does about it elsewhere.
  scope: ({ item, question: { kind, id } }) =>
    kind === 'friend_request' ? `friendship:${id}` : `session:${kind === 'spot' ? id : item.session_id}`,
  words: ({ question: { kind }, yes }) => verbs[kind][yes ? 0 : 1],
  send: sendAnswer,
  show({ item }, { queryClient }) {
    void queryClient.cancelQueries({ queryKey: notificationKeys.list });
    queryClient.setQueryData<NotificationPages>(notificationKeys.list, (pages) =>
      changeItems(pages, (one) => (one.id === item.id ? { ...one, is_read: true, answer: null } : one)),
    );
    return () => void queryClient.invalidateQueries({ queryKey: notificationKeys.list });
  },
  shownIn: () => [notificationKeys.list],
  failureText: "Couldn't send your answer. Try again.",
  onSent(_answer, answering) {
    const isNewFriend = answering.question.kind === 'friend_request' && answering.yes;
    (isNewFriend ? toasts.longSuccess : toasts.success)(answeredInWords(answering));
  },
  // Friends, sessions and their lists change with the answer.
  onSettled: (_input, { queryClient }) => void queryClient.invalidateQueries(),
};

export const useMarkNotificationRead = () => useWrite(markNotificationRead);
export const useAnswerNotification = () => useWrite(answerNotification);

export function useMarkAllNotificationsRead(): () => void {
  const queryClient = useQueryClient();
  const write = useWrite(markAllNotificationsRead);
  return () => {
    const shown = queryClient.getQueryData<NotificationPages>(notificationKeys.list);
    void write({ upTo: shown?.pages[0]?.results[0]?.id });
  };
}
