import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

type Persona = { id: string; name: string; expires_at: Date };

/** SQL for the person a visitor plays in a role. */
export const personaSql = (organizationId: string, role: string) =>
  `select id, concat_ws(' ', first_name, last_name) as name, demo_expires_at as expires_at from users
  where organization_id = ${organizationId} and is_demo_user and is_active and role = ${role}
  order by demo_persona is null, created_at, id limit 1`;

const personaStatement = statement('demo-persona', { organizationId: 'uuid', role: 'text' })<Persona>(
  personaSql('$organizationId', '$role'),
);

/** The person a visitor plays in this role; null outside a demo. */
export async function readPersona(tx: Db, organizationId: string, role: string): Promise<Persona | null> {
  const [persona] = await run(tx, personaStatement, { organizationId, role });
  return persona ?? null;
}
