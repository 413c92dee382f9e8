import { createHash } from 'node:crypto';
import type { GymHours, ScheduleOverride } from '@spotter/contract/gyms/opening-hours.ts';
import type { z } from 'zod';
import { instantSql } from '#platform/db/json.ts';
import { type Read, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { minuteSql } from './opening.ts';

/** The requested gyms, or all the caller can access; other organizations' gyms are unknown. */
function gymsAsked({ caller }: MemberCtx, organizationId: string, gymIds: string[] | undefined): string[] {
  if (organizationId !== caller.organizationId) throw fail('organization_not_found');
  if (gymIds?.some((id) => !caller.gymIds.includes(id))) throw fail('gym_not_found');
  return gymIds ?? caller.gymIds;
}

type Hours = z.infer<typeof GymHours>;

const hoursStatement = statement('operating-hours', { organizationId: 'uuid', gymIds: 'uuid[]' })<Hours>(
  `select id, gym_id, weekday, opens, closes from operating_hours
   where organization_id = $organizationId and gym_id = any($gymIds) order by gym_id, weekday, opens`,
);

export async function listOperatingHours(
  ctx: MemberCtx,
  organizationId: string,
  query: { gym_ids?: string[] | undefined },
) {
  const gymIds = gymsAsked(ctx, organizationId, query.gym_ids);
  return readHours(ctx.read, { organizationId, gymIds });
}

/** The weekly hours of these gyms, with a version for each gym that changes with its hours. */
export async function readHours(read: Read, asked: { organizationId: string; gymIds: readonly string[] }) {
  const results = await read(hoursStatement, asked);
  const spansOf = (id: string) =>
    results.filter(({ gym_id }) => gym_id === id).map(({ weekday, opens, closes }) => [weekday, opens, closes]);
  const versionOf = (id: string) =>
    createHash('sha256')
      .update(JSON.stringify(spansOf(id)))
      .digest('base64url');
  return { results, versions: Object.fromEntries(asked.gymIds.map((id) => [id, versionOf(id)])) };
}

/** The columns of a schedule override in the contract's shape. */
export const overrideColumns = `id, gym_id, first_day as "from", last_day as "to", reason, closed, opens, closes,
  coalesce((select json_agg(json_build_object('opens', ${minuteSql('lower(m)')}, 'closes', ${minuteSql('(upper(m) - 1) % 1440 + 1')}) order by m)
    from unnest(more_hours) m), '[]') as more_hours,
  ${instantSql('created_at')} as created_at,
  md5(concat_ws('|', first_day, last_day, closed, coalesce(opens, ''), coalesce(closes, ''), more_hours, reason)) as version`;

const overridesStatement = statement('schedule-overrides', {
  organizationId: 'uuid',
  gymIds: 'uuid[]',
  from: 'date?',
  to: 'date?',
})<z.infer<typeof ScheduleOverride>>(
  `select ${overrideColumns} from schedule_overrides
   where organization_id = $organizationId and gym_id = any($gymIds)
     and ($from is null or last_day >= $from) and ($to is null or first_day <= $to)
   order by first_day, gym_id, id`,
);

type Days = { gym_ids?: string[] | undefined; from?: string | undefined; to?: string | undefined };

export async function listScheduleOverrides(ctx: MemberCtx, organizationId: string, { gym_ids, from, to }: Days) {
  const gymIds = gymsAsked(ctx, organizationId, gym_ids);
  const values = { organizationId, gymIds, from: from ?? null, to: to ?? null };
  return { results: await ctx.read(overridesStatement, values) };
}
