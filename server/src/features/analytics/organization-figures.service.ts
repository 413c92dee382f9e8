import { addDays } from '@spotter/contract/wall-clock.ts';
import type { Read } from '#platform/db/reads.ts';
import { figuresOf } from './figures.policy.ts';
import { readFigures } from './figures.read.ts';
import { readScopeGyms } from './scope.repo.ts';
import { lengthOf } from './scope.service.ts';

/** The dashboard's figures of a whole organization, and of the period before, for mails. */
export async function readOrganizationFigures(
  read: Read,
  { organizationId, ...period }: { organizationId: string; from: string; to: string },
) {
  const gyms = await readScopeGyms(read, { organizationId, gymIds: null, gymId: null });
  const before = addDays(period.from, -lengthOf(period));
  const gymIds = gyms.map(({ id }) => id);
  return figuresOf(await readFigures(read, 'organization', { organizationId, gymIds, ...period, before }), null);
}
