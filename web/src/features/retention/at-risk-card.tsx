import { useQuery } from '@tanstack/react-query';
import { ChevronRight, HeartPulse } from 'lucide-react';
import { Link } from 'react-router';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { membersAtRiskQuery } from './retention.queries.ts';
import { riskInWords } from './risk.words.ts';

const FEW = 4;

/** The members likeliest to leave, and the way to all of them. */
export function AtRiskCard({ gymId, to }: { gymId: string | null; to: string }) {
  const risks = useQuery(membersAtRiskQuery(1, gymId));
  return (
    <Card className="flex min-w-0 flex-col gap-4 print:hidden">
      <h2 className="flex min-h-11 items-center text-lg">Drifting away</h2>
      {risks.isPending ? (
        <SkeletonText lines={4} />
      ) : risks.isError ? (
        <SlimError text="Couldn't load members at risk" onRetry={() => void risks.refetch()} />
      ) : risks.data.count === 0 ? (
        <p className="flex items-center gap-3 text-text-secondary">
          <HeartPulse aria-hidden="true" className="size-5 shrink-0 text-status-success-text" />
          {risks.data.computed_at === null
            ? 'We look every night. The first list is here tomorrow.'
            : 'No one is at risk right now.'}
        </p>
      ) : (
        <>
          <ul className="flex flex-col gap-3">
            {risks.data.results.slice(0, FEW).map((member) => {
              const { text, tone } = riskInWords(member);
              return (
                <li key={member.person.id} className="flex items-start gap-3">
                  <Avatar {...faceOf(member.person)} size="sm" decorative />
                  <span className="min-w-0 flex-1">
                    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                      <span className="font-semibold">{nameOf(member.person)}</span>
                      <Badge tone={tone}>{text}</Badge>
                    </span>
                    <span className="block text-pretty text-sm text-text-secondary">{member.reason}</span>
                  </span>
                </li>
              );
            })}
          </ul>
          <Link
            to={to}
            className="touch-target mt-auto flex items-center gap-1 self-start font-semibold text-primary-text text-sm hover:underline"
          >
            {risks.data.count > FEW ? `See all ${risks.data.count} and say hello` : 'Say hello'}
            <ChevronRight aria-hidden="true" className="size-4" />
          </Link>
        </>
      )}
    </Card>
  );
}
