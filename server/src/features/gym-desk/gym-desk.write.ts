import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

/** Keeps a saved theme from being deleted before the commit; says whether the organization has it. */
export async function holdTheme(tx: Db, organizationId: string, themeId: string): Promise<boolean> {
  const theme = await tx
    .selectFrom('saved_themes')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', themeId)
    .forKeyShare()
    .executeTakeFirst();
  return theme !== undefined;
}

const lockNamesStatement = statement('lock-gym-names', { organizationId: 'uuid' })<object>(
  'select from organizations where id = $organizationId for no key update',
);

export async function lockNames(tx: Db, organizationId: string): Promise<void> {
  await run(tx, lockNamesStatement, { organizationId });
}

/** SQL of a name without its spacing and capitals, in which a person sees no difference. */
const nameKey = (name: string) => `lower(regexp_replace(${name}, '\\s+', ' ', 'g'))`;
const namesakeStatement = statement('gym-namesake', { organizationId: 'uuid', name: 'text', ownId: 'uuid?' })<object>(
  `select from gyms where organization_id = $organizationId and is_active and ${nameKey('name')} = ${nameKey('$name')}
    and ($ownId is null or id <> $ownId) limit 1`,
);

/** Whether another open gym of the organization has this name. */
export async function hasNamesake(
  tx: Db,
  gym: { organizationId: string; name: string; ownId: string | null },
): Promise<boolean> {
  return (await run(tx, namesakeStatement, gym)).length > 0;
}
