import { askEachOther, type Company, chat, inviteFriend, meetCircles, type Social } from './company.ts';
import type { Absence, Happenings, History, Leaving, SimulationOptions, Traits, Visit } from './history.ts';
import { type Calendar, type Life, liveAWeek, planVisits, startLives } from './life.ts';
import { likingOf } from './liking.ts';
import { planPeople } from './people.ts';
import { createRandom } from './random.ts';
import { type PlannedSeries, planSeries } from './series.ts';
import { type Board, book, chooseSession, closeSession, type Draft, openBoard } from './sessions.ts';
import { worlds } from './worlds.ts';

/** A week as it becomes known. The last one has the bookings of the two weeks after it, too. */
export type Week = {
  number: number;
  happenings: Happenings;
  leavings: Leaving[];
  absences: Absence[];
  visits: Visit[];
};

/** A simulation that goes on a week at a time, for histories too long to keep. */
export type Simulation = { /** Of the bookings ahead. */ lastDay: number } & Pick<
  History,
  'options' | 'end' | 'members' | 'series' | 'seriesMembers'
> & {
    truth: Omit<History['truth'], 'leavings' | 'absences' | 'visits'>;
    weeks(): Generator<Week>;
  };

/** Bookings are made up to so many weeks ahead. */
const WEEKS_AHEAD = 2;
const WEEK = 7 * 24;
const lastWeekOf = (end: number) => Math.ceil(end / WEEK) - 1;

/** `hoursMore` lets the history end within a week, as gyms do that are looked at on a Wednesday. */
export function startSimulation(given: SimulationOptions, hoursMore = 0): Simulation {
  const options = { gyms: 1, ...given };
  const world = worlds[options.world];
  const random = createRandom(options.seed);
  const people = planPeople(options, world, random);
  const planned = planSeries(people, { world, days: options.weeks * 7, random });
  const lives = startLives(people);
  const { suits, liking } = likingOf(people, options.seed);
  const social: Social = {
    ...{ world, random, lives, liking, asked: new Set() },
    byGym: Map.groupBy(lives, ({ profile }) => profile.gym),
  };
  const end = options.weeks * WEEK + hoursMore;
  return {
    ...{
      options,
      end,
      lastDay: (lastWeekOf(end) + WEEKS_AHEAD) * 7 + 6,
      series: planned.series,
      seriesMembers: planned.members,
    },
    members: people.map(({ profile }) => profile),
    truth: {
      traits: people.map(({ traits }): Traits => traits),
      ...{ suits, liking },
      mutualLiking: (one, other) => liking(one, other) * liking(other, one),
    },
    weeks: () => playWeeks({ social, planned, end, calendar: { world, random, weeks: options.weeks } }),
  };
}

type Play = { social: Social; planned: PlannedSeries; end: number; calendar: Calendar };

function* playWeeks(play: Play): Generator<Week> {
  const lastWeek = lastWeekOf(play.end);
  let sessions = 0;
  let last: Week | null = null;
  for (let number = 0; number <= lastWeek + WEEKS_AHEAD; number++) {
    const played = playWeek(play, number);
    const week = tell(played, number, sessions, play);
    sessions += week.happenings.sessions.length;
    if (number < lastWeek) yield week;
    else if (!last) last = week;
    else addAhead(last.happenings, week.happenings);
  }
  if (last) yield last;
}

type Played = { board: Board; company: Company; leavings: Leaving[]; absences: Absence[]; unseen: Visit[] };

function playWeek({ social, planned, calendar }: Play, number: number): Played {
  const { lives, random, world } = social;
  const company: Company = { friendRequests: [], friendships: [], messages: [], invites: [] };
  const played: Played = { board: openBoard(number, planned, lives), company, leavings: [], absences: [], unseen: [] };
  for (const life of lives) {
    life.busyDays.clear();
    const { left, absence } = liveAWeek(life, number, calendar);
    if (absence) played.absences.push(absence);
    if (!left) continue;
    played.leavings.push(left);
    // Most forget that they are still in a repeating session.
    for (const place of planned.members)
      if (place.member === life.id && place.leftAt === null && random.chance(0.25)) place.leftAt = left.day * 24 + 12;
  }
  meetCircles(number === 0 ? -Infinity : number * 7, number * 7 + 6, social, company);
  // Each week somebody else is the first to choose.
  const first = random.int(0, lives.length - 1);
  for (let index = 0; index < lives.length; index++)
    goTraining(lives[(first + index) % lives.length]!, number, calendar, social, played);
  if (world.hasFriends) {
    askEachOther(played.board.drafts, number, social, company);
    chat(played.board.drafts, number, social, company);
  }
  return played;
}

function goTraining(life: Life, week: number, calendar: Calendar, social: Social, played: Played): void {
  const { random, world } = social;
  for (const visit of planVisits(life, week, calendar)) {
    if (life.busyDays.has(visit.day)) continue;
    life.busyDays.add(visit.day);
    if (visit.habit.series === null && !random.chance(life.traits.appUse)) {
      played.unseen.push({ member: life.id, at: visit.day * 24 + visit.habit.hour, session: null });
      continue;
    }
    const draft = chooseSession(life, visit, played.board, { world, random });
    book(life, draft, draft.session.host === life.id || !random.chance(life.fading ? 0.15 : 0.05), random);
    inviteFriend(life, draft, social, played.company);
  }
}

/** What of a week is known when the history ends: the future only as far as it is booked. */
function tell({ board, company, ...rest }: Played, number: number, firstId: number, { social, end }: Play): Week {
  const { world, random } = social;
  const happenings: Happenings = {
    ...{ sessions: [], spots: [], invites: [], messages: [] },
    friendRequests: company.friendRequests
      .filter(({ at }) => at < end)
      .map((request) => ((request.answeredAt ?? 0) < end ? request : { ...request, answer: null, answeredAt: null })),
    friendships: company.friendships.filter(({ since }) => since < end),
  };
  const visits = rest.unseen.filter(({ at }) => at < end);
  const ids = new Map<Draft, number>();
  for (const draft of board.drafts.toSorted((one, other) => one.session.at - other.session.at)) {
    if (draft.session.createdAt >= end) continue;
    const id = firstId + ids.size;
    ids.set(draft, id);
    happenings.sessions.push({ id, ...draft.session });
    const closed = closeSession(draft, id, world, random);
    const isPast = draft.session.at < end;
    if (isPast) visits.push(...closed.visits);
    for (const spot of closed.spots)
      if (spot.joinedAt < end) happenings.spots.push(isPast ? spot : { ...spot, attended: null, checkedInAt: null });
  }
  for (const { draft, ...invite } of company.invites) {
    if (invite.at >= end || !ids.has(draft)) continue;
    const joinsLater = invite.answer === 'joined' && draft.spots.get(social.lives[invite.to]!)!.joinedAt >= end;
    happenings.invites.push({ session: ids.get(draft)!, ...invite, answer: joinsLater ? null : invite.answer });
  }
  for (const { draft, ...message } of company.messages)
    if (message.at < end && (!draft || ids.has(draft)))
      happenings.messages.push({ ...message, session: draft && ids.get(draft)! });
  const leavings = rest.leavings.filter(({ day }) => day * 24 < end);
  return { number, happenings, leavings, absences: rest.absences, visits };
}

function addAhead(to: Happenings, ahead: Happenings): void {
  for (const name of Object.keys(to) as (keyof Happenings)[])
    for (const event of ahead[name]) (to[name] as unknown[]).push(event);
}

/** A whole history in memory: the same options give the same history on every machine. */
export function simulate(options: SimulationOptions, hoursMore = 0): History {
  const { weeks, truth, lastDay: _, ...rest } = startSimulation(options, hoursMore);
  const happenings: Happenings = {
    ...{ sessions: [], spots: [], friendRequests: [], friendships: [], invites: [], messages: [] },
  };
  const hidden: Pick<History['truth'], 'leavings' | 'absences' | 'visits'> = { leavings: [], absences: [], visits: [] };
  for (const week of weeks()) {
    addAhead(happenings, week.happenings);
    for (const name of ['leavings', 'absences', 'visits'] as const)
      for (const event of week[name]) (hidden[name] as unknown[]).push(event);
  }
  return { ...rest, ...happenings, truth: { ...truth, ...hidden } };
}
