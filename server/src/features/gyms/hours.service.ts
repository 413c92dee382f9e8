import type { Read } from '#platform/db/reads.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { versionOf } from '#platform/versions.ts';
import { readOverrides, readWeeklyHours } from './hours.repo.ts';

/** The requested gyms, or all the caller can access; other organizations' gyms are unknown. */
function gymsAsked({ caller }: MemberCtx, gymIds: string[] | undefined): string[] {
  if (gymIds?.some((id) => !caller.gymIds.includes(id))) throw fail('gym_not_found');
  return gymIds ?? caller.gymIds;
}

export async function listOperatingHours(
  ctx: MemberCtx,
  organizationId: string,
  query: { gym_ids?: string[] | undefined },
) {
  const gymIds = gymsAsked(ctx, query.gym_ids);
  return readHours(ctx.read, { organizationId, gymIds });
}

/** The weekly hours of these gyms, with a version for each gym that changes with its hours. */
export async function readHours(read: Read, asked: { organizationId: string; gymIds: readonly string[] }) {
  const results = await readWeeklyHours(read, asked);
  const spansOf = (id: string) =>
    results.filter(({ gym_id }) => gym_id === id).map(({ weekday, opens, closes }) => [weekday, opens, closes]);
  return { results, versions: Object.fromEntries(asked.gymIds.map((id) => [id, versionOf(spansOf(id))])) };
}

type Days = { gym_ids?: string[] | undefined; from?: string | undefined; to?: string | undefined };

export async function listScheduleOverrides(ctx: MemberCtx, organizationId: string, { gym_ids, from, to }: Days) {
  const gymIds = gymsAsked(ctx, gym_ids);
  const values = { organizationId, gymIds, from: from ?? null, to: to ?? null };
  return { results: await readOverrides(ctx.read, values) };
}
