import { daysFrom, gymOf, memberOf, type World } from './world.ts';

/** Accounts in the states an owner meets: asked to set up, email still to be verified, deactivated. */
const accounts = [
  { first: 'Priya', last: 'Nair', days: 1, seen: null, over: { email_verified: false, onboarding_completed: false } },
  { first: 'Jonas', last: 'Weber', days: 4, seen: 4, over: { email_verified: false, onboarding_completed: false } },
  { first: 'Tara', last: 'Quist', days: 150, seen: 61, over: { is_active: false } },
] as const;

const notes = [
  ['finn', 'yusuf', 'Moved house in October, now 40 minutes away. Asked about Sunday mornings.', -8],
  ['olga', 'ana', 'Would love to coach beginners. Talk about a Saturday group.', -15],
  ['finn', 'ana', 'Left knee is fine again, heavy squats are okay.', -33],
  ['nadia', 'eve', 'Wants a later slot on Fridays, after 10 pm.', -5],
] as const;

/** What staff find and wrote at the front desk. */
export function planDesk(world: World): void {
  const { now } = world;
  const gym = gymOf(world, 'barangaroo');
  for (const { first, last, days, seen, over } of accounts) {
    const joinedAt = daysFrom(now, -days);
    const id = world.id(joinedAt);
    world.rows.users.push({
      ...{ id, organization_id: gym.organizationId, role: 'regular_user', first_name: first, last_name: last },
      ...{ email: `${first}.${last}@barangaroo.example`.toLowerCase(), email_verified: true },
      ...{ default_gym_id: gym.id, current_gym_id: gym.id, onboarding_completed: true, avatar_color: '#0D9488' },
      ...{ created_at: joinedAt, updated_at: joinedAt, ...over },
      last_seen_at: seen && daysFrom(now, -seen),
    });
    world.rows.user_gyms.push({
      ...{ organization_id: gym.organizationId, user_id: id, gym_id: gym.id, created_at: joinedAt },
    });
  }
  for (const [author, about, text, days] of notes) {
    const created_at = daysFrom(now, days);
    const { id: user_id, organizationId: organization_id } = memberOf(world, about);
    world.rows.staff_notes.push({
      ...{
        organization_id,
        id: world.id(created_at),
        user_id,
        author_id: memberOf(world, author).id,
        text,
        created_at,
      },
    });
  }
}
