import { AddFriendButton } from './add-friend-button.tsx';
import type { Suggestion } from './friends.queries.ts';
import { PersonRow, secondLineClass } from './person-row.tsx';

/** A suggested member with the reason. */
export const SuggestionRow = ({ suggestion: { person, reason } }: { suggestion: Suggestion }) => (
  <PersonRow person={person} actions={<AddFriendButton person={person} />}>
    <span className={`line-clamp-3 ${secondLineClass}`}>{reason}</span>
  </PersonRow>
);
