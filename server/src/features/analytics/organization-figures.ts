import { addDays } from '@spotter/contract/wall-clock.ts';
import type { Read } from '#platform/db/statement.ts';
import { figuresOf } from './figures.policy.ts';
import { figuresStatement } from './figures.read.ts';
import { gymsStatement, lengthOf } from './scope.ts';

/** The dashboard's figures of a whole organization, and of the period before, for mails. */
export async function readOrganizationFigures(
  read: Read,
  { organizationId, ...period }: { organizationId: string; from: string; to: string },
) {
  const gyms = await read(gymsStatement, { organizationId, gymIds: null, gymId: null });
  const before = addDays(period.from, -lengthOf(period));
  const gymIds = gyms.map(({ id }) => id);
  const [row] = await read(figuresStatement('organization'), { organizationId, gymIds, ...period, before });
  return figuresOf(row!, null);
}
