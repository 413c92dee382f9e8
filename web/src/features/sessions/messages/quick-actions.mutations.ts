import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { api } from '#platform/api/api.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { checkedIn } from '../cache/session-patches.ts';
import { type SessionWrite, sessionWrite, type Target } from '../cache/session-write.ts';
import { useSessionWrite } from '../cache/use-session-write.ts';
import { sessionChat } from './session-chat.ts';

type QuickAction = Target & {
  action: 'running_late' | 'on_my_way' | 'arrived' | 'cant_make_it' | 'need_a_spotter';
  minutes?: number;
};

export const sendQuickAction: SessionWrite<QuickAction, SessionMessage> = sessionWrite({
  name: 'sendQuickAction',
  words: ({ session }) => `Tell the group of ${session.title}`,
  control: ({ action }) => `quick ${action}`,
  send: ({ session, action, minutes }, options) =>
    api.sendQuickAction(
      { params: { id: session.id }, body: { action, details: minutes === undefined ? {} : { minutes } } },
      options,
    ),
  patch: ({ action, session }, { reader }) =>
    action === 'arrived' && 'can_check_in' in session && session.can_check_in
      ? checkedIn([reader.id], true, reader.id)
      : (same) => same,
  failureText: "Couldn't tell the group.",
  onSent(message, _variables, { queryClient }) {
    sessionChat.receive(queryClient, message);
    toasts.simple('Sent to the group.', { id: 'quick-action' });
  },
});

export const useSendQuickAction = () => useSessionWrite(sendQuickAction);
