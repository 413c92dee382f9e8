import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type {
  deleteOperatingHours as deleteEndpoint,
  previewOperatingHours as previewEndpoint,
  setOperatingHours as setEndpoint,
  updateOperatingHours as updateEndpoint,
} from '@spotter/contract/gyms/opening-hours.ts';
import { deleteHours, readGymOfHours, readWeeklyHours, replaceHours, updateHours } from '#features/gyms/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Read, readsOf } from '#platform/db/reads.ts';
import { fail, fieldError, refuseOutdated } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { versionOf } from '#platform/versions.ts';
import { lockGyms, previewChange, saveChange } from './schedule-change.service.ts';
import { hoursEdits } from './schedule-edits.words.ts';

/** The requested gyms, or all the caller can access; other organizations' gyms are unknown. */
export function gymsAsked({ caller }: MemberCtx, gymIds: string[] | undefined): string[] {
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
async function readHours(read: Read, asked: { organizationId: string; gymIds: readonly string[] }) {
  const results = await readWeeklyHours(read, asked);
  const spansOf = (id: string) =>
    results.filter(({ gym_id }) => gym_id === id).map(({ weekday, opens, closes }) => [weekday, opens, closes]);
  return { results, versions: Object.fromEntries(asked.gymIds.map((id) => [id, versionOf(spansOf(id))])) };
}

type Wanted = ParsedInput<typeof previewEndpoint>['body'];

/** New weekly hours for these gyms, unless somebody changed those that were edited. */
const newHours =
  (ctx: MemberCtx, { gym_ids: gymIds, hours, versions = {} }: Wanted) =>
  async (tx: Db) => {
    const { organizationId } = ctx.caller;
    const gyms = await lockGyms(tx, ctx, gymIds);
    const before = await readHours(readsOf(tx), { organizationId, gymIds });
    for (const id of gymIds) refuseOutdated(versions[id], before.versions[id]);
    return {
      gymIds,
      action: 'hours.updated' as const,
      data: { gym_ids: gymIds, hours },
      edits: gyms.flatMap(({ id, name }) => {
        const open = before.results.filter(({ gym_id }) => gym_id === id);
        return hoursEdits(open, hours, gyms.length > 1 ? `${name}, ` : '');
      }),
      async make() {
        await replaceHours(tx, { organizationId, gymIds, hours });
        return readHours(readsOf(tx), { organizationId, gymIds });
      },
    };
  };

export function previewOperatingHours(ctx: MemberCtx, { body }: ParsedInput<typeof previewEndpoint>) {
  return previewChange(ctx, newHours(ctx, body));
}

export function setOperatingHours(ctx: MemberCtx, { body }: ParsedInput<typeof setEndpoint>) {
  return saveChange(ctx, body.sessions, newHours(ctx, body));
}

/** A span of a gym the caller manages, with the others of its gym, under the gym's lock. `version` is what the caller saw. */
async function lockSpan(tx: Db, ctx: MemberCtx, id: string, version: string | undefined) {
  const { organizationId, managedGymIds } = ctx.caller;
  const gymId = await readGymOfHours(tx, organizationId, id);
  if (!gymId || !managedGymIds.includes(gymId)) throw fail('hours_not_found');
  await lockGyms(tx, ctx, [gymId]);
  const { results, versions } = await readHours(readsOf(tx), { organizationId, gymIds: [gymId] });
  const span = results.find((one) => one.id === id);
  if (!span) throw fail('hours_not_found');
  refuseOutdated(version, versions[gymId]);
  return { span, others: results.filter((one) => one.id !== id) };
}

export function updateOperatingHours(ctx: MemberCtx, { params, body }: ParsedInput<typeof updateEndpoint>) {
  const { organizationId } = ctx.caller;
  return saveChange(ctx, body.sessions, async (tx) => {
    const { span, others } = await lockSpan(tx, ctx, params.hoursId, body.version);
    const { opens, closes, weekday = span.weekday } = body;
    if (others.some((one) => one.weekday === weekday && one.opens < closes && opens < one.closes))
      throw fail('validation_failed', fieldError('opens', 'These hours overlap others of that day'));
    const changed = { ...span, weekday, opens, closes };
    return {
      gymIds: [span.gym_id],
      action: 'hours.updated' as const,
      data: { gym_ids: [span.gym_id], before: span, after: changed },
      edits: hoursEdits([span, ...others], [changed, ...others]),
      async make() {
        await updateHours(tx, { organizationId, id: span.id }, { weekday, opens, closes });
        return changed;
      },
    };
  });
}

export function deleteOperatingHours(ctx: MemberCtx, { params, body }: ParsedInput<typeof deleteEndpoint>) {
  const { organizationId } = ctx.caller;
  return saveChange(ctx, body.sessions, async (tx) => {
    const { span, others } = await lockSpan(tx, ctx, params.hoursId, body.version);
    return {
      gymIds: [span.gym_id],
      action: 'hours.updated' as const,
      data: { gym_ids: [span.gym_id], before: span, after: null },
      edits: hoursEdits([span, ...others], others),
      async make() {
        await deleteHours(tx, { organizationId, id: span.id });
        return undefined;
      },
    };
  });
}
