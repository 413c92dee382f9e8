import { GONE, type MeanwhileWords } from '#platform/outbox/told.ts';

/** What happened to a session while a change to it waited. */
export const sessionsMeanwhile: MeanwhileWords = {
  session_cancelled: 'The session was cancelled while you were away.',
  session_started: 'The session started while you were away.',
  session_full: 'The session filled up while you were away.',
  not_a_participant: "You're no longer in the session.",
  offer_expired: 'The spot went to the next person while you were away.',
  check_in_closed: 'Check-in closed while you were away.',
  proposal_answered: 'The proposal was answered while you were away.',
  session_not_found: GONE,
  proposal_not_found: GONE,
};
