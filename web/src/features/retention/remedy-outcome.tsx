import { Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import type { MembersAtRisk } from './retention.queries.ts';
import { cameBackInWords } from './risk.words.ts';

type Props = Pick<MembersAtRisk, 'outcome'> & { pageOf: (userId: string) => string };

/** What came of it: '7 of 12 came back'. */
export function RemedyOutcome({ outcome: { tried, came_back, latest }, pageOf }: Props) {
  if (tried === 0) return null;
  return (
    <section aria-label="What came of it" className="flex flex-col gap-3 rounded-card bg-bg-secondary p-4">
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-status-success-bg text-status-success-text">
          <Undo2 aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0">
          <p className="font-semibold text-lg" data-figures="">
            {came_back} of {tried} came back
          </p>
          <p className="text-sm text-text-secondary">
            Members you reached out to in the last 90 days, who trained within 30 days.
          </p>
        </div>
      </div>
      {latest.length > 0 ? (
        <ul aria-label="Came back" className="grid gap-3 sm:grid-cols-2">
          {latest.map(({ person, ...back }) => (
            <li key={person.id} className="relative flex min-w-0 items-center gap-3">
              <Avatar {...faceOf(person)} size="sm" decorative />
              <span className="flex min-w-0 flex-col">
                <Link
                  to={pageOf(person.id)}
                  className="truncate font-medium text-sm after:absolute after:inset-0 hover:underline"
                >
                  {nameOf(person)}
                </Link>
                <span className="text-sm text-text-secondary">{cameBackInWords(back)}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
