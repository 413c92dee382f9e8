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

/** A quick action says what is the matter; everything else that was written says only that it was. */
function said(who: string, session: string, { action, minutes }: Record<string, unknown>): string {
  switch (action) {
    case 'running_late':
      return `${who} is running ${minutes === 1 ? '1 minute' : `${minutes} minutes`} late for ${session}`;
    case 'on_my_way':
      return `${who} is on the way to ${session}`;
    case 'arrived':
      return `${who} has arrived at ${session}`;
    case 'cant_make_it':
      return `${who} can’t make it to ${session}`;
    case 'need_a_spotter':
      return `${who} needs a spotter at ${session}`;
    default:
      return `${who} wrote in ${session}`;
  }
}

function answered(who: string, session: string, answer: unknown): string {
  switch (answer) {
    case 'accepted':
      return `${who} accepted your time: ${session} has moved`;
    case 'rejected':
      return `${who} turned down your time for ${session}`;
    case 'countered':
      return `${who} suggests yet another time for ${session}`;
    default:
      return `${who} answered your proposal for ${session}`;
  }
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
      return answered(who, session, told.data.answer);
    case 'session_message':
      return said(who, session, told.data);
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
