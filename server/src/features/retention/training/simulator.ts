import type { History } from './history.ts';

/*
 * There is no real history to learn from yet, so the model learns from simulated gyms. What the simulator assumes is here and
 * in docs/churn.md; the weights are no better than these assumptions.
 */

/** mulberry32: the same seed gives the same gym. */
export function chanceFrom(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const assumptions = {
  /** Members train between these many times a week; most near the lower end. */
  sessionsAWeek: [0.5, 4],
  /** The chance a week that a settled member begins to fade, before what follows changes it. */
  fadesAWeek: 0.014,
  /** In the first twelve weeks, with less than one session a week, and without a friend who trains. */
  whenNew: 1.9,
  whenRare: 1.6,
  whenAlone: 1.7,
  /** For each friend who left in the last eight weeks, and once more for the usual partner. */
  perLostFriend: 1.3,
  perLostPartner: 3,
  /** A fading member trains this much less each week, for three to eight weeks, and is gone. */
  fading: 0.72,
  fadingWeeks: [3, 8],
  /** Holidays, illness and exams look like leaving, and are not. */
  pausesAWeek: 0.022,
  pauseWeeks: [1, 4],
  /** One in so many who left comes back a week later on. */
  returnsAWeek: 0.012,
  /** Partners often come on the same day, and friends who do so come to the same session. */
  comesWithPartner: 0.5,
  trainsWithFriends: 0.65,
  /** Sessions are joined some days before; now and then a member joins one and then doesn't come. */
  booksAhead: 0.45,
  staysAwayAWeek: { settled: 0.05, fading: 0.12, paused: 0.06, gone: 0.005 },
  invitesAWeek: 0.2,
  answers: { settled: 0.75, fading: 0.35, paused: 0.45, gone: 0.06 },
} as const;

type State = 'settled' | 'fading' | 'paused' | 'gone';
type Life = {
  id: string;
  group: number;
  index: number;
  rate: number;
  joinedDay: number;
  state: State;
  until: number;
  pace: number;
};

export type Simulated = {
  /** Everything up to a day, as the server would know it at its end. */
  at(day: number): History;
  /** Who trained between two days, the first left out. */
  trainedBetween(from: number, to: number): ReadonlySet<string>;
  /** Circles of friends: kept whole when members are set aside to test with. */
  groupOf(id: string): number;
};

const DAY = 24;

/** A gym over so many days. */
export function simulateGym(seed: number, people: number, days: number): Simulated {
  const chance = chanceFrom(seed);
  const between = ([least, most]: readonly [number, number]) => least + chance() * (most - least);
  const [rarest, mostOften] = assumptions.sessionsAWeek;
  const lives: Life[] = [];
  const groups: Life[][] = [];
  while (lives.length < people) {
    const size = 1 + Math.floor(chance() * 7);
    const group = Array.from({ length: size }, (_, index): Life => {
      const rate = rarest + (mostOften - rarest) * chance() ** 2;
      const joinedDay = chance() < 0.5 ? -365 * chance() : days * chance();
      const id = `${groups.length.toString().padStart(4, '0')}-${index}`;
      return { id, group: groups.length, index, rate, joinedDay, state: 'settled', until: 0, pace: 1 };
    });
    groups.push(group);
    lives.push(...group);
  }

  const sessions: (History['sessions'][number] & { day: number; bookedDays: number[] })[] = [];
  const invites: (History['invites'][number] & { day: number })[] = [];
  const unkept: { userId: string; day: number }[] = [];
  const lost = new Map<Life, number>();
  const leftLately = (life: Life | undefined, day: number) =>
    life !== undefined && day - (lost.get(life) ?? -999) <= 56;
  const partnerOf = ({ group, index }: Life) => groups[group]![index ^ 1];

  function liveAWeek(life: Life, day: number) {
    const circle = groups[life.group]!.filter((other) => other !== life && other.joinedDay <= day);
    switch (life.state) {
      case 'settled': {
        const lostFriends = circle.filter((other) => leftLately(other, day)).length;
        let fades = assumptions.fadesAWeek * assumptions.perLostFriend ** lostFriends;
        if (leftLately(partnerOf(life), day)) fades *= assumptions.perLostPartner;
        if (day - life.joinedDay < 84) fades *= assumptions.whenNew;
        if (life.rate < 1) fades *= assumptions.whenRare;
        if (!circle.some(({ state }) => state === 'settled')) fades *= assumptions.whenAlone;
        const drawn = chance();
        if (drawn < fades) Object.assign(life, { state: 'fading', until: day + 7 * between(assumptions.fadingWeeks) });
        else if (drawn < fades + assumptions.pausesAWeek)
          Object.assign(life, { state: 'paused', until: day + 7 * between(assumptions.pauseWeeks) });
        break;
      }
      case 'fading':
        life.pace *= assumptions.fading;
        if (day < life.until) break;
        life.state = 'gone';
        lost.set(life, day);
        break;
      case 'paused':
        if (day >= life.until) life.state = 'settled';
        break;
      case 'gone':
        if (chance() < assumptions.returnsAWeek) Object.assign(life, { state: 'settled', pace: 1 });
    }
    if (chance() < assumptions.staysAwayAWeek[life.state]) unkept.push({ userId: life.id, day: day + 1 });
    if (chance() < assumptions.invitesAWeek)
      invites.push({ day, userId: life.id, at: day * DAY + 12, answered: chance() < assumptions.answers[life.state] });
  }

  for (let day = -182; day < days; day++) {
    const here = lives.filter(({ joinedDay }) => joinedDay <= day);
    for (const life of here) if ((day + life.group) % 7 === 0) liveAWeek(life, day);
    const coming = new Set<Life>();
    for (const life of here) {
      const isHere = life.state === 'settled' || life.state === 'fading';
      const partner = partnerOf(life);
      const joinsPartner = partner !== undefined && coming.has(partner) && chance() < assumptions.comesWithPartner;
      // Days with the partner come on top, so there are fewer of one's own.
      const own = (life.rate * life.pace) / 7 / (partner ? 1 + assumptions.comesWithPartner / 2 : 1);
      if ((chance() < own || (joinsPartner && chance() < life.pace)) && isHere) coming.add(life);
    }
    const hour = day * DAY + 6 + Math.floor(chance() * 14);
    const parties = new Map<string, string[]>();
    for (const { id, group } of coming) {
      const party = chance() < assumptions.trainsWithFriends ? `circle ${group}` : `mixed ${Math.floor(chance() * 40)}`;
      parties.set(party, [...(parties.get(party) ?? []), id]);
    }
    for (const [party, attending] of parties)
      sessions.push({
        ...{ id: `${day} ${party}`, day, at: hour, people: attending },
        bookedDays: attending.map(() => (chance() < assumptions.booksAhead ? 1 + Math.floor(chance() * 6) : 0)),
      });
  }

  const friendships = groups.flatMap((group) =>
    group.flatMap((one, index) => group.slice(index + 1).map((other): [string, string] => [one.id, other.id])),
  );
  return {
    at: (day) => ({
      members: lives
        .filter(({ joinedDay }) => joinedDay <= day)
        .map(({ id, joinedDay }) => ({ id, joinedAt: joinedDay * DAY })),
      sessions: sessions.filter((session) => session.day < day),
      friendships,
      blocks: [],
      invites: invites.filter((invite) => invite.day < day),
      bookings: new Set([
        ...unkept.filter((booking) => booking.day >= day && booking.day < day + 5).map(({ userId }) => userId),
        ...sessions
          .filter((session) => session.day >= day && session.day < day + 7)
          .flatMap(({ people: booked, day: held, bookedDays }) =>
            booked.filter((_, index) => bookedDays[index]! > held - day),
          ),
      ]),
    }),
    trainedBetween: (from, to) =>
      new Set(sessions.flatMap(({ day, people: came }) => (day > from && day <= to ? came : []))),
    groupOf: (id) => Number(id.slice(0, 4)),
  };
}
