import { tourTaken } from './members.ts';
import type { GymKey } from './people.ts';
import { daysFrom, gymOf, type World } from './world.ts';

/** Members who train and stay quiet: no face, no friends, no messages. They give the figures a past. */
export type Regular = {
  id: string;
  gym: GymKey;
  joinedAt: Date;
  /** Came twice a week until then, and no more; null for those who still come. */
  stoppedAt: Date | null;
  /** How many sessions in a week, about. */
  perWeek: number;
};

const names: Record<GymKey, string> = {
  barangaroo: `Abigail Nolan, Bilal Aziz, Camille Dubois, Darragh Quinn, Esther Mwangi, Felix Brandt, Gemma Whitlock,
    Hamza Sheikh, Imogen Carter, Joaquin Herrera, Keiko Mori, Lachlan Burke, Mina Park, Nikolai Sokolov, Olive Grant,
    Pedro Lima, Quentin Moss, Rania Khalil, Samuel Osei, Tilly Marsh, Umar Farooq, Valentina Cruz, Wiremu Paki, Xin Zhao`,
  fremantle: `Alec Drummond, Bettina Vogel, Cyrus Amini, Dana Holt, Emeka Eze, Freya Lund, Gus Pappas, Hana Sato,
    Ivo Babic, Jia Wong, Kirra Dawson, Levi Stern`,
  shoreditch: `Adele Martin, Bruno Costa, Cora Hayes, Desmond Boyd, Elif Kaya, Frank Olsen, Gita Rao, Hugo Blanc`,
};

/** Every eighth stopped coming, three to five weeks ago. */
const DRIFTING = 8;
/** The first came half a year ago, the last the day before yesterday; more of them lately. */
const firstDay = 170;

export function planCrowd(world: World): Regular[] {
  const { random, now } = world;
  return Object.entries(names).flatMap(([key, list]) => {
    const gym = gymOf(world, key as GymKey);
    const all = list.split(',').map((name) => name.trim());
    return all.map((name, index): Regular => {
      const isDrifting = index % DRIFTING === 3;
      const daysAgo = Math.round(2 + firstDay * (1 - index / (all.length - 1)) ** 1.4);
      const joinedAt = daysFrom(now, -daysAgo - random.next() * 0.5);
      const stoppedAt = isDrifting ? daysFrom(now, -random.int(19, 33)) : null;
      const [first = name, last = ''] = name.split(' ');
      const id = world.id(joinedAt);
      world.rows.users.push({
        id,
        organization_id: gym.organizationId,
        role: 'regular_user',
        email: `${first}.${last}@${key}.example`.toLowerCase(),
        email_verified: true,
        first_name: first,
        last_name: last,
        fitness_level: random.pick(['beginner', 'intermediate', 'advanced']),
        avatar_color: random.pick(['#7C3AED', '#DB2777', '#0D9488', '#D97706', '#2563EB', '#16A34A']),
        default_gym_id: gym.id,
        current_gym_id: gym.id,
        onboarding_completed: true,
        terms_agreed_at: joinedAt,
        last_seen_at: stoppedAt ?? random.between(daysFrom(now, -4), now),
        created_at: joinedAt,
        updated_at: joinedAt,
      });
      world.rows.user_gyms.push({
        organization_id: gym.organizationId,
        user_id: id,
        gym_id: gym.id,
        created_at: joinedAt,
      });
      world.rows.user_preferences.push({ user_id: id, preferences: { onboarding: tourTaken }, updated_at: joinedAt });
      return { id, gym: gym.key, joinedAt, stoppedAt, perWeek: isDrifting ? 2 : random.pick([1, 1, 2, 2, 3]) };
    });
  });
}
