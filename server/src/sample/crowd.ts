import type { Member as Simulated } from '#simulator/index.ts';
import { tourTaken } from './members.ts';
import type { GymKey } from './people.ts';
import { type Gym, laterOf, type World } from './world.ts';

const namesOf = (list: string) => list.split(',').map((name) => name.trim());

/** Members who train and stay quiet: no face, no messages. What they do, and who of them stops, comes from the simulator. */
export const crowds: Record<GymKey, readonly string[]> = {
  barangaroo:
    namesOf(`Abigail Nolan, Bilal Aziz, Camille Dubois, Darragh Quinn, Esther Mwangi, Felix Brandt, Gemma Whitlock,
    Hamza Sheikh, Imogen Carter, Joaquin Herrera, Keiko Mori, Lachlan Burke, Mina Park, Nikolai Sokolov, Olive Grant,
    Pedro Lima, Quentin Moss, Rania Khalil, Samuel Osei, Tilly Marsh, Umar Farooq, Valentina Cruz, Wiremu Paki, Xin Zhao`),
  fremantle:
    namesOf(`Alec Drummond, Bettina Vogel, Cyrus Amini, Dana Holt, Emeka Eze, Freya Lund, Gus Pappas, Hana Sato,
    Ivo Babic, Jia Wong, Kirra Dawson, Levi Stern`),
  shoreditch: namesOf(
    `Adele Martin, Bruno Costa, Cora Hayes, Desmond Boyd, Elif Kaya, Frank Olsen, Gita Rao, Hugo Blanc`,
  ),
};

const colors = ['#7C3AED', '#DB2777', '#0D9488', '#D97706', '#2563EB', '#16A34A'];

/** Adds a simulated member under a name of the gym's, and returns the id. */
export function addToCrowd(
  world: World,
  gym: Gym,
  { name, joinedAt, seenAt, profile }: { name: string; joinedAt: Date; seenAt: Date; profile: Simulated },
): string {
  const id = world.id(joinedAt);
  const [first = name, last = ''] = name.split(' ');
  const organization_id = gym.organizationId;
  world.rows.users.push({
    ...{ id, organization_id, role: 'regular_user', first_name: first, last_name: last },
    email: `${first}.${last}@${gym.key}.example`.toLowerCase(),
    ...{ email_verified: true, onboarding_completed: true, avatar_color: colors[profile.id % colors.length]! },
    ...{ fitness_level: profile.level, gender: profile.gender, goals: profile.goals },
    ...{ favourite_workouts: profile.workouts, preferred_times: profile.times },
    ...{ default_gym_id: gym.id, current_gym_id: gym.id, last_seen_at: laterOf(seenAt, joinedAt) },
    ...{ terms_agreed_at: joinedAt, created_at: joinedAt, updated_at: joinedAt },
  });
  world.rows.user_gyms.push({ organization_id, user_id: id, gym_id: gym.id, created_at: joinedAt });
  world.rows.user_preferences.push({ user_id: id, preferences: { onboarding: tourTaken }, updated_at: joinedAt });
  return id;
}
