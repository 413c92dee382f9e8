import type { OpenGym } from '../gym-rows.ts';
import type { Week } from '../simulate.ts';

/** How many of those who suit a member best are written down. */
const BEST = 10;

const line = (kind: string, values: object) => `${JSON.stringify({ kind, ...values })}\n`;

/** What moves the members, and whom each of them suits best. Written beside the database, never into it. */
export function* truthOfMembers({ simulation, organizationId, userIds }: OpenGym): Generator<string> {
  yield line('simulation', { organization_id: organizationId, ...simulation.options });
  const { traits, mutualLiking } = simulation.truth;
  const byLocation = Map.groupBy(simulation.members, ({ location }) => location);
  for (const { id, location } of simulation.members) {
    const best = bestOf(byLocation.get(location)!, (other) => mutualLiking(id, other)).map((other) => ({
      ...{ user_id: userIds[other.id], mutual_liking: rounded(other.mutual) },
    }));
    yield line('member', { user_id: userIds[id], ...traits[id], best });
  }
}

/** The ten likeliest of thousands, without sorting them all. */
function bestOf(people: readonly { id: number }[], likingOf: (id: number) => number) {
  const best: { id: number; mutual: number }[] = [];
  for (const { id } of people) {
    const mutual = likingOf(id);
    if (best.length === BEST && mutual <= best[BEST - 1]!.mutual) continue;
    const place = best.findIndex((other) => other.mutual < mutual);
    best.splice(place === -1 ? best.length : place, 0, { id, mutual });
    if (best.length > BEST) best.pop();
  }
  return best;
}

const rounded = (share: number) => Math.round(share * 1000) / 1000;

/** What really happened in a week. */
export function truthOfWeek({ userIds, moments }: OpenGym, { leavings, absences, visits }: Week): string {
  const left = leavings.map(({ member, day, cause }) =>
    line('left', { user_id: userIds[member], on: moments.dayOf(day), cause }),
  );
  const away = absences.map(({ member, from, to, cause }) =>
    line('away', { user_id: userIds[member], from: moments.dayOf(from), to: moments.dayOf(to), cause }),
  );
  const came = visits.map(({ member, at, session }) =>
    line('visit', { user_id: userIds[member], at: moments.at(at), recorded: session !== null }),
  );
  return [...left, ...away, ...came].join('');
}
