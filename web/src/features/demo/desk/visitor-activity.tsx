import { demoActions } from '@spotter/contract/demo-actions.ts';
import type { Demo } from './demos.queries.ts';

type Area = Demo['tried'][number];

const areaNames: Record<Area['area'], string> = {
  home: 'Home',
  sessions: 'Sessions',
  messages: 'Messages',
  people: 'People',
  notifications: 'Notifications',
  profile: 'Profile',
  admin: 'Admin',
};

/** A call that a newer server counts has no words yet: 'joinSession' becomes 'join session'. */
const inWords = (call: string) =>
  (demoActions as Record<string, string>)[call] ?? call.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
const sum = (calls: Area['screens']) => calls.reduce((all, { count }) => all + count, 0);

/** So many actions are named; the rest is a number. */
const NAMED = 5;

function actionsOf({ actions }: Area): string {
  const named = actions.slice(0, NAMED).map(({ call, count }) => inWords(call) + (count > 1 ? ` × ${count}` : ''));
  const more = actions.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** What a visitor opened and did, by area. */
export function VisitorActivity({ tried }: Pick<Demo, 'tried'>) {
  if (tried.length === 0) return <p className="text-sm text-text-tertiary">Nothing tried yet</p>;
  return (
    <ul className="flex flex-col gap-0.5 text-sm" aria-label="What they tried">
      {tried.map((area) => (
        <li key={area.area} className="break-words text-text-secondary" data-figures="">
          <span className="font-semibold text-text-primary">{areaNames[area.area]}</span>
          {area.screens.length > 0 ? ` · opened ${times(sum(area.screens))}` : ''}
          {area.actions.length > 0 ? ` · ${actionsOf(area)}` : ''}
        </li>
      ))}
    </ul>
  );
}
