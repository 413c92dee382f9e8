import { CalendarPlus, X } from 'lucide-react';
import { useLogin } from '#platform/login/use-login.ts';
import { nameOf } from '#platform/people/face.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { WhenSeen } from '#ui/list/when-seen.tsx';
import { AddFriendButton } from './add-friend-button.tsx';
import type { Person, Suggestion } from './friends.queries.ts';
import { PersonRow, secondLineClass } from './person-row.tsx';
import { useDismissSuggestion, useReportSeen } from './suggestions.ts';

type Props = { suggestion: Suggestion; onTrain: (person: Person) => void };

/** A suggested member with the reason, the way to a workout, and the way to see somebody else. */
export function SuggestionRow({ suggestion, onTrain }: Props) {
  const { person, reason, is_new } = suggestion;
  const { emulation } = useLogin();
  const reportSeen = useReportSeen();
  const dismiss = useDismissSuggestion();
  const name = nameOf(person);
  return (
    <WhenSeen onSeen={() => reportSeen(suggestion)}>
      <PersonRow
        person={person}
        mark={is_new ? <Badge tone="primary">New</Badge> : null}
        corner={
          emulation ? null : (
            <IconButton
              label={`Not for me: ${name}`}
              icon={<X />}
              size="sm"
              round
              className="text-text-tertiary"
              onClick={() => dismiss(person)}
            />
          )
        }
        below={
          emulation ? null : (
            <>
              <Button
                variant="soft"
                size="sm"
                icon={<CalendarPlus />}
                aria-label={`Train together with ${name}`}
                onClick={() => onTrain(person)}
              >
                Train together
              </Button>
              <AddFriendButton person={person} />
            </>
          )
        }
      >
        <span className={`line-clamp-3 ${secondLineClass}`}>{reason}</span>
      </PersonRow>
    </WhenSeen>
  );
}
