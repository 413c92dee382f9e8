import { GONE, type MeanwhileWords } from '#platform/outbox/told.ts';

/** What happened between two members while a change waited. Blocks stay unsaid: what is hidden since reads like what is deleted. */
export const friendsMeanwhile: MeanwhileWords = {
  friend_request_answered: 'The request was answered while you were away.',
  friendship_not_found: 'The request was withdrawn, or the friendship has ended.',
  user_not_found: GONE,
};
