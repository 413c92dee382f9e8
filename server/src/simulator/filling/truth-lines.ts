import type { SimulatedGym } from '../gym-rows.ts';
import type { Week } from '../simulate.ts';

/** How many of those who suit a member best are written down. */
const BEST = 10;

const line = (kind: string, values: object) => `${JSON.stringify({ kind, ...values })}\n`;

/** What moves the members, and whom each of them suits best. Written beside the database, never into it. */
export function* truthOfMembers({ simulation, organizationId, userIds }: SimulatedGym): Generator<string> {
  yield line('simulation', { organization_id: organizationId, ...simulation.options });
  const { traits } = simulation.truth;
  const best = bestPairs(simulation);
  for (const { id } of simulation.members) {
    const some = best[id]!.map(({ id: other, mutual }) => ({
      ...{ user_id: userIds[other], mutual_liking: rounded(mutual) },
    }));
    yield line('member', { user_id: userIds[id], ...traits[id], best: some });
  }
}

type Liked = { id: number; mutual: number };

/** The ten whom each member suits best. Liking is the same from both sides, so each pair of the millions is looked at once. */
function bestPairs({ members, truth: { mutualLiking } }: SimulatedGym['simulation']): Liked[][] {
  const best = members.map((): Liked[] => []);
  const keep = (list: Liked[], id: number, mutual: number) => {
    if (list.length === BEST && mutual <= list[BEST - 1]!.mutual) return;
    const place = list.findIndex((other) => other.mutual < mutual);
    list.splice(place === -1 ? list.length : place, 0, { id, mutual });
    if (list.length > BEST) list.pop();
  };
  for (const people of Map.groupBy(members, ({ gym }) => gym).values())
    for (const [index, { id }] of people.entries())
      for (let place = index + 1; place < people.length; place++) {
        const other = people[place]!.id;
        const mutual = mutualLiking(id, other);
        keep(best[id]!, other, mutual);
        keep(best[other]!, id, mutual);
      }
  return best;
}

const rounded = (share: number) => Math.round(share * 1000) / 1000;

/** What really happened in a week. */
export function truthOfWeek({ userIds, moments }: SimulatedGym, { leavings, absences, visits }: Week): string {
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
