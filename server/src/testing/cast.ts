import { createHash } from 'node:crypto';
import { managesGyms } from '@spotter/contract/roles.ts';
import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { hashPassword } from '#platform/logins/passwords.ts';

/** The migrated databases that test files clone. */
export const templates = { empty: 'spotter_template', cast: 'spotter_template_cast' } as const;

/** The password of everyone in the cast. */
export const castPassword = 'iron bars and chalk dust';

const people = {
  ana: { organization: 'ironHarbour', role: 'regular_user', last: 'Alvarez' },
  ben: { organization: 'ironHarbour', role: 'regular_user', last: 'Brandt' },
  cleo: { organization: 'ironHarbour', role: 'regular_user', last: 'Costa' },
  dov: { organization: 'ironHarbour', role: 'regular_user', last: 'Dahan' },
  finn: { organization: 'ironHarbour', role: 'gym_admin', last: 'Fraser' },
  olga: { organization: 'ironHarbour', role: 'org_admin', last: 'Orlova' },
  demi: { organization: 'sandbox', role: 'regular_user', last: 'Demo' },
  eve: { organization: 'nightShift', role: 'regular_user', last: 'Easton' },
  nora: { organization: 'nightShift', role: 'org_admin', last: 'Nkemelu' },
  gwen: { organization: null, role: 'regular_user', last: 'Gomez' },
  sam: { organization: null, role: 'super_admin', last: 'Stone' },
} as const;

export type CastName = keyof typeof people;
export type CastMember = { name: CastName; id: string; email: string; organizationId: string | null };
export type Cast = Record<CastName, CastMember> & {
  organizations: Record<'ironHarbour' | 'nightShift' | 'sandbox', string>;
  gyms: Record<'barangaroo' | 'fremantle' | 'shoreditch' | 'sandbox', string>;
};

/**
 * The cast: ana hosts, ben is her friend, cleo is a stranger in the same gym, dov is blocked by ana, eve belongs to
 * another organization, finn is its gym admin, olga its owner, sam runs the platform, demi is a demo visitor, gwen has
 * no gym.
 */
export async function seedCast(db: Db): Promise<Cast> {
  const password_hash = await hashPassword(castPassword);
  const organizations = { ironHarbour: newId(), nightShift: newId(), sandbox: newId() };
  const gyms = { barangaroo: newId(), fremantle: newId(), shoreditch: newId(), sandbox: newId() };
  // After the end of the longest run.
  const tomorrow = new Date(Date.now() + 24 * 3_600_000);
  const gymOf = { ironHarbour: gyms.barangaroo, nightShift: gyms.shoreditch, sandbox: gyms.sandbox };

  await db
    .insertInto('organizations')
    .values([
      { id: organizations.ironHarbour, name: 'Iron Harbour' },
      { id: organizations.nightShift, name: 'Night Shift Athletics' },
      { id: organizations.sandbox, name: 'Demo gym', is_demo: true, demo_expires_at: tomorrow },
    ])
    .execute();
  await db
    .insertInto('gyms')
    .values([
      {
        organization_id: organizations.ironHarbour,
        id: gyms.barangaroo,
        name: 'Barangaroo',
        timezone: 'Australia/Sydney',
      },
      {
        organization_id: organizations.ironHarbour,
        id: gyms.fremantle,
        name: 'Fremantle',
        timezone: 'Australia/Perth',
      },
      { organization_id: organizations.nightShift, id: gyms.shoreditch, name: 'Shoreditch', timezone: 'Europe/London' },
      { organization_id: organizations.sandbox, id: gyms.sandbox, name: 'Sandbox', timezone: 'UTC' },
    ])
    .execute();

  const members = Object.entries(people).map(([name, { organization, role, last }]) => ({
    name: name as CastName,
    role,
    last,
    organization,
    id: newId(),
    email: `${name}@${organization?.toLowerCase() ?? 'nowhere'}.example`,
    organizationId: organization && organizations[organization],
    gymId: organization && gymOf[organization],
  }));
  await db
    .insertInto('users')
    .values(
      members.map(({ name, id, email, role, last, organization, organizationId, gymId }) => ({
        id,
        organization_id: organizationId,
        role,
        email,
        email_verified: name !== 'cleo',
        password_hash,
        first_name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
        last_name: last,
        fitness_level: 'intermediate',
        default_gym_id: gymId,
        current_gym_id: gymId,
        onboarding_completed: true,
        is_demo_user: organization === 'sandbox',
        demo_persona: organization === 'sandbox' ? 'Demi' : null,
        demo_expires_at: organization === 'sandbox' ? tomorrow : null,
        personal_share_code: createHash('sha256').update(id).digest('base64url').slice(0, 12),
      })),
    )
    .execute();
  await db
    .insertInto('user_gyms')
    .values(
      members.flatMap(({ id, organizationId, gymId, role }) =>
        organizationId && gymId
          ? [{ organization_id: organizationId, user_id: id, gym_id: gymId, manages: managesGyms(role) }]
          : [],
      ),
    )
    .execute();

  const byName = Object.fromEntries(
    members.map(({ name, id, email, organizationId }) => [name, { name, id, email, organizationId }]),
  ) as Record<CastName, CastMember>;
  const [low, high] = [byName.ana.id, byName.ben.id].sort() as [string, string];
  const organization_id = organizations.ironHarbour;
  await db
    .insertInto('friendships')
    .values({ organization_id, id: newId(), user_low_id: low, user_high_id: high })
    .execute();
  await db
    .insertInto('blocks')
    .values({ organization_id, blocker_id: byName.ana.id, blocked_id: byName.dov.id })
    .execute();
  return { ...byName, organizations, gyms };
}
