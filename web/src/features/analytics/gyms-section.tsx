import { chartExplanations } from '@spotter/contract/desk/analytics-words.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import type { GymFigures } from './analytics.queries.ts';
import { ChartCard } from './chart-card.tsx';
import { BarList } from './charts/bar-list.tsx';
import type { Opens } from './sections.tsx';
import { type FigureName, figureInWords, figureLabels, figureNames, periodInWords } from './words.ts';

/** More bars than these are a list to look something up in, and push the rest of the page away. */
const MOST_GYMS = 10;

const nameOfGym = ({ gym }: GymFigures) => (gym.closed_on ? `${gym.name} (closed)` : gym.name);

type GymsProps = Opens & { gyms: readonly GymFigures[]; className: string };

export function Gyms({ gyms, period, className, filter, onOpen }: GymsProps) {
  const [showsAll, setShowsAll] = useState(false);
  const isLong = gyms.length > MOST_GYMS;
  const activeIn = ({ figures }: GymFigures) => figures.active_members.value ?? 0;
  const opens = (each: GymFigures | undefined, figure: FigureName) =>
    each?.figures[figure].value
      ? () =>
          onOpen({
            figure,
            filter: { ...filter, gymId: each.gym.id },
            about: `${each.gym.name} · ${periodInWords(period)}`,
          })
      : undefined;
  const ordered = isLong ? gyms.toSorted((one, other) => activeIn(other) - activeIn(one)) : gyms;
  return (
    <ChartCard
      title="Locations side by side"
      className={className}
      explanation={chartExplanations.gyms}
      fileName="locations"
      period={period}
      table={{
        head: ['Location', ...figureNames.map((name) => figureLabels[name])],
        rows: gyms.map((each) => [
          nameOfGym(each),
          ...figureNames.map((name) => figureInWords(name, each.figures[name].value)),
        ]),
        opens: (row, column) => opens(gyms[row], figureNames[column - 1]!),
      }}
    >
      <BarList
        paper="half"
        rows={(showsAll ? ordered : ordered.slice(0, MOST_GYMS)).map((each) => ({
          key: each.gym.id,
          label: nameOfGym(each),
          value: activeIn(each),
          words: `${figureInWords('active_members', each.figures.active_members.value)} active · ${figureInWords('fill_rate', each.figures.fill_rate.value)} full`,
          onOpen: opens(each, 'active_members'),
        }))}
      />
      {isLong ? (
        <Button variant="ghost" size="sm" className="print:hidden" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? `Show the ${MOST_GYMS} most active` : `Show all ${gyms.length} locations`}
        </Button>
      ) : null}
    </ChartCard>
  );
}
