import { useQuery } from '@tanstack/react-query';
import { TrendingDown, TrendingUp } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '#ui/badge.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import { type MemberAtRisk, memberRiskQuery } from './retention.queries.ts';
import { riskInWords } from './risk.words.ts';

/** A member's risk with its reason, for their page; `page` is where it can be acted on. */
export function MemberRisk({ userId, page }: { userId: string; page: string }) {
  const found = useQuery(memberRiskQuery(userId));
  if (found.isPending) return <SkeletonText lines={2} />;
  if (found.isError) return <SlimError text="Couldn't load the risk" onRetry={() => void found.refetch()} />;
  const { risk } = found.data;
  if (!risk)
    return <p className="text-sm text-text-secondary">Not enough sessions to judge: too few, or none for 60 days.</p>;
  const { text, tone } = riskInWords(risk);
  return (
    <div className="flex flex-col items-start gap-3">
      <Badge tone={tone}>{text}</Badge>
      <p className="text-pretty text-text-secondary">{risk.reason}</p>
      <Factors factors={risk.factors} />
      {risk.level === 'low' ? null : (
        <Link to={`${page}?member=${userId}`} className="font-medium text-primary-text text-sm hover:underline">
          See what you can do
        </Link>
      )}
    </div>
  );
}

/** What moves the probability, up or down. */
function Factors({ factors }: Pick<MemberAtRisk, 'factors'>) {
  return (
    <ul aria-label="What this is based on" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-secondary">
      {factors.map(({ name, text, raises }) => (
        <li key={name} className="flex items-center gap-1.5">
          {raises ? (
            <TrendingUp aria-hidden="true" className="size-4 shrink-0 text-status-error-text" />
          ) : (
            <TrendingDown aria-hidden="true" className="size-4 shrink-0 text-status-success-text" />
          )}
          <span>
            <span className="sr-only">{raises ? 'Raises the risk: ' : 'Lowers the risk: '}</span>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
