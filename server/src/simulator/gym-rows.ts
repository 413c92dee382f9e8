import { randomInt } from 'node:crypto';
import { weekdayCodes } from '@spotter/contract/sessions/repeat-rule.ts';
import { workoutKinds } from '@spotter/contract/theme/theme-default.ts';
import type { GymRows } from './filling/insert-rows.ts';
import { firstNames, type GymKind, kinds, lastNames, offersOf, places, TIMEZONE } from './filling/kinds.ts';
import { type Moments, momentsUntil } from './filling/moments.ts';
import { createWeekRows } from './filling/week-rows.ts';
import { createIds, createRandom } from './random.ts';
import { type Simulation, startSimulation, type Week } from './simulate.ts';
import type { WorldName } from './worlds.ts';

export type GymPlan = {
  kind: GymKind;
  members: number;
  weeks: number;
  gyms: number;
  seed: number;
  now: Date;
  /** The kind's own world unless said. */
  world?: WorldName;
  /** Keeps two gyms of one seed apart in a database: ids and addresses depend on it. Drawn unless said. */
  tag?: number;
};

/** A gym whose rows are made while its weeks go by. */
export type SimulatedGym = {
  name: string;
  organizationId: string;
  owner: { id: string; email: string };
  simulation: Simulation;
  moments: Moments;
  userIds: readonly string[];
  first(): GymRows;
  ofWeek(week: Week): GymRows;
  last(): GymRows;
};

/** The rows of a gym in chunks to insert one after the other (`insertGymRows`), and how much of it is done then. */
export function planDemoGym(plan: GymPlan) {
  const gym = simulateGym(plan);
  const { name, organizationId, owner } = gym;
  function* chunks(): Generator<{ done: number; rows: GymRows }> {
    yield { done: 0, rows: gym.first() };
    for (const week of gym.simulation.weeks())
      yield { done: Math.min(0.99, (week.number + 1) / (plan.weeks + 1)), rows: gym.ofWeek(week) };
    yield { done: 1, rows: gym.last() };
  }
  return { name, organizationId, owner, chunks };
}

export function simulateGym(plan: GymPlan): SimulatedGym {
  const { kind, members, weeks, gyms, seed, now, tag = randomInt(2 ** 32) } = plan;
  const moments = momentsUntil(now, weeks, TIMEZONE);
  const options = { world: plan.world ?? kinds[kind].world, members, weeks, seed, gyms };
  const simulation = startSimulation(options, moments.hoursMore);
  const newId = createIds(createRandom(tag));
  const opened = moments.at(-400 * 24);
  const organizationId = newId(opened);
  const { names } = kinds[kind];
  const name = names[seed % names.length]!;
  const domain = `${tag.toString(36)}.${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
  const gymIds = Array.from({ length: gyms }, () => newId(opened));
  const owner = { id: newId(opened), email: `owner@${domain}` };
  const staffIds = gymIds.map(() => newId(opened));
  const typeIds = new Map(workoutKinds.map((workout) => [workout, newId(opened)]));
  const userIds = simulation.members.map(({ joinedDay }) => newId(moments.at(joinedDay * 24 + 9)));
  const seriesIds = simulation.series.map(({ firstDay }) => newId(moments.at((firstDay - 1) * 24)));
  const place = { organizationId, gymIds, staffIds, typeIds, userIds, seriesIds, kind };
  const weekRows = createWeekRows({ place, simulation, moments, newId });

  const organization = (): GymRows => {
    const common = { created_at: opened, updated_at: opened };
    const isChain = gyms > 1;
    return {
      organizations: [
        {
          id: organizationId,
          name,
          business_type: isChain ? 'multiple' : 'single',
          terms_agreed_at: opened,
          ...common,
        },
      ],
      gyms: gymIds.map((id, index) => ({
        ...{ organization_id: organizationId, id, timezone: TIMEZONE, hours_set_at: opened, ...common },
        name: isChain ? `${name} ${placeName(index)}` : name,
        address: `${index + 1} ${placeName(index)} Road`,
      })),
      operating_hours: gymIds.flatMap((gym_id) =>
        Array.from({ length: 7 }, (_, weekday) => ({
          ...{ organization_id: organizationId, id: newId(opened), gym_id, weekday },
          opens: kinds[kind].opens,
          closes: kinds[kind].closes,
        })),
      ),
      session_types: workoutKinds.map((workout, position) => ({
        ...{ organization_id: organizationId, id: typeIds.get(workout)!, kind: workout, position, created_at: opened },
        name: offersOf(kind)[workout].type,
        default_duration_minutes: offersOf(kind)[workout].minutes,
      })),
    };
  };

  const staff = (): GymRows => {
    const common = { organization_id: organizationId, ...account };
    const times = { terms_agreed_at: opened, created_at: opened, updated_at: opened };
    return {
      users: [
        { ...common, ...times, ...owner, role: 'org_admin', first_name: 'Robin', last_name: 'Owner' },
        ...staffIds.map((id, index) => ({
          ...{
            ...common,
            ...times,
            id,
            role: 'gym_admin',
            default_gym_id: gymIds[index]!,
            current_gym_id: gymIds[index]!,
          },
          email: `coach.${index + 1}@${domain}`,
          first_name: 'Coach',
          last_name: firstNames[index % firstNames.length]!,
        })),
      ],
      user_gyms: staffIds.map((user_id, index) => ({
        ...{ organization_id: organizationId, user_id, gym_id: gymIds[index]!, manages: true, created_at: opened },
      })),
    };
  };

  const people = (): GymRows => {
    const seen = lastSeen(options, moments.hoursMore);
    return {
      users: simulation.members.map(({ id, joinedDay, gym, level, gender, goals, workouts, times }) => {
        const joined = moments.at(joinedDay * 24 + 9);
        const first_name = firstNames[(id * 17 + seed) % firstNames.length]!;
        const last_name = lastNames[(id * 7 + Math.floor(id / firstNames.length)) % lastNames.length]!;
        return {
          ...{
            id: userIds[id]!,
            organization_id: organizationId,
            role: 'regular_user',
            first_name,
            last_name,
            gender,
            goals,
          },
          email: `${first_name}.${last_name}.${id}@${domain}`.toLowerCase(),
          ...{ ...account, fitness_level: level },
          ...{ favourite_workouts: workouts, preferred_times: times },
          avatar_color: avatarColors[id % avatarColors.length]!,
          ...{ default_gym_id: gymIds[gym]!, current_gym_id: gymIds[gym]! },
          last_seen_at: seen[id] === undefined ? null : moments.at(seen[id]),
          ...{ terms_agreed_at: joined, created_at: joined, updated_at: joined },
        };
      }),
      user_gyms: simulation.members.map(({ id, joinedDay, gym }) => ({
        ...{ organization_id: organizationId, user_id: userIds[id]!, gym_id: gymIds[gym]! },
        created_at: moments.at(joinedDay * 24 + 9),
      })),
    };
  };

  const series = (): GymRows => ({
    session_series: simulation.series.map(({ id, gym, weekday, hour, workout, spots, firstDay }) => {
      const offer = offersOf(kind)[workout];
      const created = moments.at((firstDay - 1) * 24);
      return {
        ...{
          organization_id: organizationId,
          id: seriesIds[id]!,
          gym_id: gymIds[gym]!,
          creator_id: staffIds[gym]!,
        },
        rrule: `FREQ=WEEKLY;BYDAY=${weekdayCodes[weekday]}`,
        ...{ timezone: TIMEZONE, starts_local: `${moments.dayOf(firstDay)}T${String(hour).padStart(2, '0')}:00` },
        ...{
          session_type_id: typeIds.get(workout)!,
          workout_type: workout,
          title: offer.titles[id % offer.titles.length]!,
        },
        ...{ duration_minutes: 60, max_participants: spots, made_until: moments.dayOf(simulation.lastDay) },
        ...{ created_at: created, updated_at: created },
      };
    }),
  });

  const first = (): GymRows => {
    const [desk, members] = [staff(), people()];
    return {
      ...organization(),
      ...series(),
      users: [...desk.users!, ...members.users!],
      user_gyms: [...desk.user_gyms!, ...members.user_gyms!],
    };
  };
  return { name, organizationId, owner, simulation, moments, userIds, first, ...weekRows };
}

/** Nobody reads these addresses, so nothing is mailed to them. */
const account = { email_verified: true, email_vouched: true, onboarding_completed: true };
const avatarColors = ['#7C3AED', '#DB2777', '#0D9488', '#D97706', '#2563EB', '#16A34A'];
const placeName = (index: number) => {
  const round = Math.floor(index / places.length);
  return `${places[index % places.length]}${round ? ` ${round + 1}` : ''}`;
};

/** When each member last did something in the app. The users are inserted first, so the weeks are played once before. */
function lastSeen(options: Parameters<typeof startSimulation>[0], hoursMore: number): (number | undefined)[] {
  const seen: (number | undefined)[] = [];
  const see = (member: number, at: number) => {
    seen[member] = Math.max(seen[member] ?? at, at);
  };
  for (const { happenings } of startSimulation(options, hoursMore).weeks()) {
    for (const { member, joinedAt, checkedInAt } of happenings.spots) see(member, checkedInAt ?? joinedAt);
    for (const { from, at } of [...happenings.messages, ...happenings.friendRequests]) see(from, at);
  }
  return seen;
}
