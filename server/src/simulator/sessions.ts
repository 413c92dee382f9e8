import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import type { Session, Spot, Visit } from './history.ts';
import type { Life } from './life.ts';
import type { Habit } from './people.ts';
import type { Random } from './random.ts';
import { type PlannedSeries, pickWorkout } from './series.ts';
import type { World } from './worlds.ts';

/** A session while its week is planned; it gets its number when it is sure that the history shows it. */
export type Draft = {
  session: Omit<Session, 'id'>;
  spots: Map<Life, Pick<Spot, 'joinedAt' | 'withSeries'> & { comes: boolean }>;
  /** A member is invited to a session once, whoever does it. */
  invited: Set<Life>;
};

/** The sessions of one week, by the hour they begin at. */
export type Board = { drafts: Draft[]; byHour: Map<string, Draft[]>; bySeries: Map<number, Draft> };

/** Repeating sessions exist this long before they begin. */
const SERIES_AHEAD = 56 * 24;

/** A week's board, with the repeating sessions on it and everybody who has a place in them, whether they will come or not. */
export function openBoard(week: number, planned: PlannedSeries, lives: readonly Life[]): Board {
  const board: Board = { drafts: [], byHour: new Map(), bySeries: new Map() };
  for (const { id, gym, weekday, hour, workout, spots, firstDay } of planned.series) {
    const day = week * 7 + weekday;
    if (day < firstDay) continue;
    const at = day * 24 + hour;
    const createdAt = Math.max(Math.min(firstDay * 24 - 24, at - 12), at - SERIES_AHEAD);
    const about = { gym, series: id, host: null, workout, level: null, at, hours: 1, spots, createdAt };
    board.bySeries.set(id, pin(board, { session: about, spots: new Map(), invited: new Set() }));
  }
  for (const { series, member, joinedAt, leftAt } of planned.members) {
    const draft = board.bySeries.get(series);
    if (!draft || joinedAt >= draft.session.at || (leftAt !== null && leftAt < draft.session.at)) continue;
    draft.spots.set(lives[member]!, {
      ...{ joinedAt: Math.max(joinedAt, draft.session.createdAt), withSeries: true, comes: false },
    });
  }
  return board;
}

function pin(board: Board, draft: Draft): Draft {
  const key = hourKey(draft.session.gym, draft.session.at);
  board.drafts.push(draft);
  const there = board.byHour.get(key);
  if (there) there.push(draft);
  else board.byHour.set(key, [draft]);
  return draft;
}

const hourKey = (gym: number, at: number) => `${gym} ${at}`;
/** A host who is staff takes a spot too. */
const hasRoom = ({ session, spots }: Draft) => spots.size + (session.host === null ? 1 : 0) < session.spots;
const MOST_COMPARED = 12;

/** How much a session draws a member: their taste for its workout, friends who are in it, its distance from their hour, a whim. */
export const attraction = (taste: number, friends: number, hoursAway: number, random: Random): number =>
  2 * taste + 0.8 * Math.min(2, friends) + 0.5 * random.next() - 0.2 * hoursAway;

/** Finds the session a member goes to: their own series, the best one near their hour, or a new one of their own. */
export function chooseSession(
  life: Life,
  { day, habit }: { day: number; habit: Habit },
  board: Board,
  { world, random }: { world: World; random: Random },
): Draft {
  const own = habit.series === null ? undefined : board.bySeries.get(habit.series);
  if (own?.spots.has(life) && own.session.at === day * 24 + habit.hour) return own;
  const { gym, level } = life.profile;
  const known = [...life.circle, ...life.friends];
  let best: { draft: Draft; score: number } | null = null;
  for (const hour of [habit.hour, habit.hour - 1, habit.hour + 1])
    for (const draft of (board.byHour.get(hourKey(gym, day * 24 + hour)) ?? []).slice(-MOST_COMPARED)) {
      if (!hasRoom(draft) || draft.spots.has(life) || (draft.session.level && draft.session.level !== level)) continue;
      let friends = 0;
      for (const friend of known) if (draft.spots.has(friend)) friends++;
      const taste = life.traits.taste[workoutKinds.indexOf(draft.session.workout)]!;
      const score = attraction(taste, friends, Math.abs(hour - habit.hour), random);
      if (!best || score > best.score) best = { draft, score };
    }
  if (best && (best.score > 0.6 || random.chance(0.5))) return best.draft;
  const at = day * 24 + habit.hour;
  return pin(board, {
    spots: new Map(),
    invited: new Set(),
    session: {
      ...{ gym, series: null, host: life.id, workout: pickWorkout(life.traits.taste, random), at },
      level: random.chance(0.2) ? level : null,
      hours: random.pick([1, 1, 1.5]),
      spots: random.int(...world.spots),
      createdAt: Math.max(at - random.int(8, 150), earliest(life)),
    },
  });
}

const earliest = ({ profile }: Life) => Math.max(0, profile.joinedDay * 24);

/** Books a spot, often days ahead. */
export function book(life: Life, draft: Draft, comes: boolean, random: Random): void {
  const { session, spots } = draft;
  const booked = spots.get(life);
  if (booked) {
    booked.comes = comes;
    return;
  }
  const first = Math.max(session.createdAt, earliest(life));
  const isHost = session.host === life.id;
  const lead = random.chance(0.45) ? random.next() : random.next() * 0.15;
  const joinedAt = isHost ? first : session.at - lead * Math.max(0, session.at - first);
  spots.set(life, { joinedAt, withSeries: false, comes });
}

/** After the session: who was checked in, by the host or by themselves, and who really came. */
export function closeSession(
  draft: Draft,
  id: number,
  world: World,
  random: Random,
): { spots: Spot[]; visits: Visit[] } {
  const { at } = draft.session;
  const hostChecks = random.chance(world.hostChecksIn);
  const visits: Visit[] = [];
  const spots = [...draft.spots].map(([{ id: member }, { joinedAt, withSeries, comes }]): Spot => {
    if (comes) visits.push({ member, at, session: id });
    const isKnown = hostChecks ? random.chance(comes ? 0.96 : 0.7) : comes && random.chance(world.memberChecksIn);
    const checkedInAt = isKnown && comes ? at + (random.next() - 0.5) / 3 : null;
    return { session: id, member, joinedAt, withSeries, attended: isKnown ? comes : null, checkedInAt };
  });
  return { spots, visits };
}
