import type { Db } from '#platform/db/connect.ts';
import { newId } from '#platform/ids.ts';
import { insertOrganization, insertTheme, type NewOrganization } from './organizations.repo.ts';
import { insertSessionTypes } from './session-types.repo.ts';

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

/** A new tenant with session types and a theme; an empty one looks like the default. */
export async function createOrganization(tx: Db, about: Omit<NewOrganization, 'id'>, theme = {}): Promise<string> {
  const id = newId();
  await insertOrganization(tx, { ...about, id });
  await insertTheme(tx, id, theme);
  await insertSessionTypes(
    tx,
    id,
    firstSessionTypes.map(({ name, kind, minutes }, position) => ({
      id: newId(),
      name,
      kind,
      default_duration_minutes: minutes,
      position,
    })),
  );
  return id;
}
