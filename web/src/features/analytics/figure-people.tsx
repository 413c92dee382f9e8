import { useInfiniteQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Modal } from '#ui/layer/modal.tsx';
import { NextPage } from '#ui/list/next-page.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { type Behind, type FigureOfPeople, figurePeopleQuery, type PersonBehind } from './analytics.queries.ts';
import { type FigureName, numberInWords } from './words.ts';

const day = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const counted = (count: number, one: string, many: string) => `${numberInWords(count)} ${count === 1 ? one : many}`;

const figures: Record<FigureOfPeople, { title: string; order: string; words: (behind: PersonBehind) => string }> = {
  active_members: {
    title: 'Who trained',
    order: 'Most sessions first',
    words: ({ count }) => counted(count, 'session', 'sessions'),
  },
  sessions: {
    title: 'Who hosted',
    order: 'Most sessions first',
    words: ({ count }) => counted(count, 'session', 'sessions'),
  },
  joins: {
    title: 'Who took spots',
    order: 'Most spots first, with guests',
    words: ({ count }) => counted(count, 'spot', 'spots'),
  },
  attendance_rate: {
    title: 'Who came',
    order: 'Where attendance was confirmed',
    words: ({ count, total }) => `Came to ${numberInWords(count)} of ${numberInWords(total ?? 0)}`,
  },
  new_members: {
    title: 'Who joined',
    order: 'Newest first',
    words: ({ joined_at }) => (joined_at ? day.format(new Date(joined_at)) : ''),
  },
};

/** How full sessions are is made of the spots taken. */
const figureOf = (name: FigureName): FigureOfPeople => (name === 'fill_rate' ? 'joins' : name);

type Props = { behind: Behind; base: string; onClose: () => void };

/** The people behind a figure of the dashboard, each with their part of it. */
export default function FigurePeople({ behind, base, onClose }: Props) {
  const figure = figureOf(behind.figure);
  const { title, order } = figures[figure];
  return (
    <Modal
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={`${behind.about} · ${order}`}
      size="sm"
    >
      <People {...behind} figure={figure} base={base} />
    </Modal>
  );
}

function People({ figure, filter, only, base }: Behind & { figure: FigureOfPeople; base: string }) {
  const found = useInfiniteQuery(figurePeopleQuery(filter, figure, only));
  if (found.isPending)
    return (
      <div aria-busy="true" className="flex flex-col gap-3">
        {[1, 2, 3, 4, 5].map((key) => (
          <Skeleton key={key} className="h-12 rounded-card" />
        ))}
      </div>
    );
  if (found.isError && !found.data)
    return <ErrorState title="Couldn't load the people" onRetry={() => void found.refetch()} />;
  const people = found.data.pages.flatMap(({ results }) => results);
  if (people.length === 0)
    return (
      <EmptyState icon={<UsersRound />} title="No one yet" text="People show up here as soon as this is more than 0." />
    );
  return (
    <>
      {found.data.pages[0]?.is_partial ? (
        <p className="pb-3 text-sm text-text-secondary">From the latest 5,000 sessions of this period.</p>
      ) : null}
      <ul aria-label={figures[figure].title} className="flex flex-col divide-y divide-border">
        {people.map((behind) => (
          <li key={behind.person.id}>
            <Row behind={behind} words={figures[figure].words(behind)} base={base} />
          </li>
        ))}
      </ul>
      <NextPage query={found}>
        <Skeleton className="h-12 rounded-card" />
      </NextPage>
    </>
  );
}

function Row({ behind: { person, can_open }, words, base }: { behind: PersonBehind; words: string; base: string }) {
  const content = (
    <>
      <Avatar {...faceOf(person)} size="md" decorative />
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <span dir="auto" className="min-w-0 break-words font-medium">
          {nameOf(person)}
        </span>
        <span data-figures="" className="text-sm text-text-secondary">
          {words}
        </span>
      </span>
    </>
  );
  const look = 'flex min-h-14 items-center gap-3 py-2';
  return can_open ? (
    <Link to={`${base}/users/${person.id}`} className={`${look} hover:underline`}>
      {content}
    </Link>
  ) : (
    <div className={look}>{content}</div>
  );
}
