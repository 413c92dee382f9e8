import { endpoints } from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { type PushActionName, pushActionWords } from '@spotter/contract/notifications/push-message.ts';
import { newId } from '#platform/ids.ts';
import type { Action } from '#platform/logins/action-tokens.ts';
import type { Row } from '../notifications.read.ts';

type Offered = Pick<Action, 'op' | 'path' | 'body'> & { name: PushActionName; title: string };

function offer(
  name: PushActionName,
  { op, id, body = {} }: { op: keyof typeof endpoints; id: string; body?: Action['body'] },
): Offered {
  return {
    name,
    title: pushActionWords[name].title,
    op,
    path: API_ROOT + addressOf(endpoints[op].path, { params: { id } }),
    body,
  };
}

/** What a notification offers beside opening it, most useful first: browsers show two. The calls check again. */
export function actionsOf(row: Row): Offered[] {
  return [...answersTo(row), offer('mark_read', { op: 'markNotificationRead', id: row.id })];
}

function answersTo({ kind, answer, session_id: session, conversation_id: conversation }: Row): Offered[] {
  // Unique for its sender forever, so even a token whose use the server has forgotten sends nothing twice.
  const written = { client_nonce: newId() };
  if (kind === 'message' && conversation)
    return [offer('reply', { op: 'sendMessage', id: conversation, body: written })];
  if (!session) return [];
  if (kind === 'session_message') return [offer('reply', { op: 'sendSessionMessage', id: session, body: written })];
  if (kind === 'session_invite') return [offer('join', { op: 'joinSession', id: session })];
  if (kind === 'spot_freed' && answer?.kind === 'spot') return [offer('claim', { op: 'claimSpot', id: session })];
  if (kind === 'session_starts_soon') {
    const body = { action: 'on_my_way', ...written };
    return [offer('on_my_way', { op: 'sendQuickAction', id: session, body })];
  }
  return [];
}
