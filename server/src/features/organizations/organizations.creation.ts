import type { InsertObject } from 'kysely';
import type { Db } from '#platform/db/connect.ts';
import type { DB } from '#platform/db/schema.generated.ts';
import { newId } from '#platform/ids.ts';

/** Default session types of a new organization. */
export const firstSessionTypes = [
  { name: 'Strength', kind: 'strength', minutes: 60 },
  { name: 'Cardio', kind: 'cardio', minutes: 45 },
  { name: 'HIIT', kind: 'classes', minutes: 45 },
  { name: 'Group class', kind: 'classes', minutes: 60 },
  { name: 'Yoga', kind: 'flexibility', minutes: 60 },
  { name: 'Mobility', kind: 'flexibility', minutes: 30 },
  { name: 'Sport', kind: 'sports', minutes: 75 },
] as const;

type About = Omit<InsertObject<DB, 'organizations'>, 'id'>;

/** A new tenant with session types and an empty theme, which looks like the default one. */
export async function createOrganization(tx: Db, about: About): Promise<string> {
  const id = newId();
  await tx
    .insertInto('organizations')
    .values({ ...about, id })
    .execute();
  await tx.insertInto('organization_themes').values({ organization_id: id, config: '{}' }).execute();
  await tx
    .insertInto('session_types')
    .values(
      firstSessionTypes.map(({ name, kind, minutes }, position) => ({
        organization_id: id,
        id: newId(),
        name,
        kind,
        default_duration_minutes: minutes,
        position,
      })),
    )
    .execute();
  return id;
}
