import type { Notification } from '@spotter/contract/notifications.ts';

type Told = Pick<Notification, 'kind' | 'actor' | 'actor_count' | 'session_id' | 'conversation_id'> & {
  session_title: string | null;
  announcement: { title: string; body: string } | null;
  data: Record<string, unknown>;
};

/** 'Maya', 'Maya and 1 other', 'Maya and 3 others'; nobody in particular when those it is about are gone. */
function people({ actor, actor_count }: Told): string {
  if (!actor) return 'Somebody';
  const others = actor_count - 1;
  return others < 1 ? actor.first_name : `${actor.first_name} and ${others} other${others === 1 ? '' : 's'}`;
}

function sentence(told: Told): string {
  const who = people(told);
  const session = told.session_title ?? 'your session';
  switch (told.kind) {
    case 'friend_request':
      return `${who} wants to be your friend`;
    case 'friend_accepted':
      return `${who} accepted your friend request`;
    case 'session_invite':
      return `${who} invited you to ${session}`;
    case 'session_joined':
      return `${who} joined ${session}`;
    case 'session_left':
      return `${who} left ${session}`;
    case 'session_changed':
      return `${session} was changed`;
    case 'session_cancelled':
      return `${session} was cancelled`;
    case 'session_starts_soon':
      return `${session} starts in ${told.data.minutes === 15 ? '15 minutes' : '1 hour'}`;
    case 'place_freed':
      return `A place is free in ${session}`;
    case 'proposal':
      return `${who} proposed another time for ${session}`;
    case 'proposal_answered':
      return `${who} answered your proposal for ${session}`;
    case 'session_message':
      return `${who} wrote in ${session}`;
    case 'message':
      return `${who} sent you a message`;
    case 'announcement':
      return told.announcement?.title ?? 'News from your gym';
  }
}

/** What a notification says and where it leads; names are looked up when it is read, so none is ever out of date. */
export function wordsFor(told: Told): Pick<Notification, 'title' | 'body' | 'url'> {
  return {
    title: sentence(told),
    body: told.announcement?.body ?? '',
    url: told.session_id ? `/app/sessions/${told.session_id}` : null,
  };
}
