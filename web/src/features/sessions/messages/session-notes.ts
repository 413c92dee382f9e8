import type { SessionMessage } from '@spotter/contract/sessions/messages.ts';
import { CircleSlash, Clock, Footprints, Hand, type LucideIcon, MapPinCheck } from 'lucide-react';
import type { Note } from '#platform/chat/chat-panel.tsx';

const icons: Record<NonNullable<SessionMessage['action']>, LucideIcon> = {
  running_late: Clock,
  on_my_way: Footprints,
  arrived: MapPinCheck,
  cant_make_it: CircleSlash,
  need_a_spotter: Hand,
};

/** A quick action or system message as a note in the chat; null for text. */
export function noteOf(message: SessionMessage, readerId: string): Note | null {
  const { kind, action, content } = message;
  if (kind === 'text') return null;
  return action ? { icon: icons[action], text: actionInWords(message, readerId) } : { text: content };
}

function actionInWords({ action, details, sender }: SessionMessage, readerId: string): string {
  const isMine = sender?.id === readerId;
  const who = isMine ? 'You' : (sender?.first_name ?? 'A member');
  const are = isMine ? "You're" : `${who} is`;
  switch (action) {
    case 'running_late':
      return `${are} running ${minutesInWords(details?.minutes)} late`;
    case 'on_my_way':
      return `${are} on the way`;
    case 'arrived':
      return `${are} here`;
    case 'cant_make_it':
      return `${who} can't make it`;
    case 'need_a_spotter':
      return `${who} ${isMine ? 'need' : 'needs'} a spotter`;
    default:
      return '';
  }
}

const minutesInWords = (minutes: number | undefined) =>
  minutes === undefined ? 'a few minutes' : `${minutes} minute${minutes === 1 ? '' : 's'}`;
