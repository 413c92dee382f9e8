import { wallAt } from '@spotter/contract/wall-clock.ts';
import { expect, test } from 'vitest';
import { momentsUntil } from '#simulator/filling/moments.ts';
import { crowds } from './crowd.ts';
import { playGym } from './history.ts';
import { planWorld } from './index.ts';
import type { GymKey } from './people.ts';
import { createWorld, gymOf } from './world.ts';

const picture = { key: 'picture', body: Buffer.alloc(0) };
const drawn = {
  faces: new Map(),
  marks: { logo: picture, favicon: picture },
  photo: { ...picture, width: 4, height: 3 },
};

// Also at night, on a Monday, and where clocks have just changed.
test.each(['2026-11-15T02:00:00Z', '2026-03-30T11:40:00Z', '2026-10-04T16:30:00Z'])(
  'made at %s, the crowd trains when the simulator says, and not after it has left',
  (moment) => {
    const world = createWorld(new Date(moment), 1);
    planWorld(world, drawn, new Map());
    const sessions = new Map(world.rows.sessions.map((row) => [row.id, row]));
    const bySession = Map.groupBy(world.rows.session_participants, ({ session_id }) => session_id);
    const byUser = Map.groupBy(world.rows.session_participants, ({ user_id }) => user_id);
    let [trained, simulated, left] = [0, 0, 0];
    for (const [index, key] of (Object.keys(crowds) as GymKey[]).entries()) {
      const gym = gymOf(world, key);
      const cast = [...world.members.values()].filter(({ gyms }) => gyms[0] === key).length;
      const moments = momentsUntil(world.now, 26, gym.timezone);
      const life = playGym(moments, { members: cast + crowds[key].length, weeks: 26, seed: 1 + index });
      const booked = new Set(
        life.spots.map(
          ({ member, session }) => `${member} ${moments.dayOf(Math.floor(life.sessions[session]!.at / 24))}`,
        ),
      );
      const lastDay = new Map(life.truth.leavings.map(({ member, day }) => [member, moments.dayOf(day)]));
      for (const [place, name] of crowds[key].entries()) {
        const user = world.rows.users.find((row) => `${row.first_name} ${row.last_name}` === name)!;
        const days = (byUser.get(user.id) ?? []).map(({ session_id, joined_at }) => {
          const { starts_at, gym_id } = sessions.get(session_id)!;
          expect(gym_id).toBe(gym.id);
          expect(new Date(joined_at!).getTime()).toBeLessThanOrEqual(new Date(starts_at).getTime());
          return wallAt(new Date(starts_at), gym.timezone).day;
        });
        expect(new Set(days).size).toBe(days.length);
        expect(days.filter((day) => !booked.has(`${cast + place} ${day}`))).toEqual([]);
        expect(days.filter((day) => day > (lastDay.get(cast + place) ?? '9999'))).toEqual([]);
        left += Number(lastDay.has(cast + place));
        trained += days.length;
        simulated += [...booked].filter((entry) => entry.startsWith(`${cast + place} `)).length;
      }
    }
    expect(left).toBeGreaterThan(3);
    // The rest is booked for days to come, or a spot in a repeating session without a check-in.
    expect(trained / simulated).toBeGreaterThan(0.7);
    for (const { id, max_participants, starts_at } of world.rows.sessions) {
      const people = bySession.get(id!)!;
      expect(people.length).toBeLessThanOrEqual(max_participants!);
      if (new Date(starts_at) > world.now) continue;
      expect(people.filter(({ checked_in_at }) => checked_in_at && new Date(checked_in_at) > world.now)).toEqual([]);
    }
  },
);
