import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type {
  createScheduleOverride as createEndpoint,
  deleteScheduleOverride as deleteEndpoint,
  previewScheduleOverride as previewEndpoint,
  updateScheduleOverride as updateEndpoint,
} from '@spotter/contract/gyms/opening-hours.ts';
import { addDays, closingMinute, minutesOf } from '@spotter/contract/wall-clock.ts';
import {
  deleteOverride,
  insertOverrides,
  readOverrides,
  readSomeOverrides,
  updateOverride,
} from '#features/gyms/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError, refuseOutdated } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { gymsAsked } from './hours.service.ts';
import { lockGyms, previewChange, saveChange } from './schedule-change.service.ts';
import { overrideEdits } from './schedule-edits.words.ts';

type Days = { gym_ids?: string[] | undefined; from?: string | undefined; to?: string | undefined };

export async function listScheduleOverrides(ctx: MemberCtx, organizationId: string, { gym_ids, from, to }: Days) {
  const gymIds = gymsAsked(ctx, gym_ids);
  const values = { organizationId, gymIds, from: from ?? null, to: to ?? null };
  return { results: await readOverrides(ctx.read, values) };
}

type Override = ParsedInput<typeof createEndpoint>['body']['override'];
const columnsOf = ({ from, to, reason, closed, opens, closes, more_hours }: Override) => ({
  first_day: from,
  last_day: to,
  reason,
  ...(closed || opens === null
    ? { closed: true, opens: null, closes: null }
    : { closed: false, opens, closes: closes === '00:00' ? '24:00' : closes }),
  more_hours: `{${more_hours.map((span) => `[${minutesOf(span.opens)},${closingMinute(span)})`).join(',')}}`,
});

/** Days from the first to the morning after the last, which may be part of its night. */
const withLastNight = ({ from, to }: { from: string; to: string }) => ({ from, to: addDays(to, 1) });

/** Another schedule for these gyms on certain days. */
const addOverride = (ctx: MemberCtx, gymIds: readonly string[], override: Override) => async (tx: Db) => {
  const { organizationId } = ctx.caller;
  await lockGyms(tx, ctx, gymIds);
  const rows = gymIds.map((gym_id) => ({
    ...columnsOf(override),
    organization_id: organizationId,
    id: newId(),
    gym_id,
  }));
  return {
    gymIds,
    days: withLastNight(override),
    action: 'schedule_override.created' as const,
    data: { gym_ids: gymIds, override },
    edits: overrideEdits(null, override),
    async make() {
      await insertOverrides(tx, rows);
      const results = await readSomeOverrides(
        tx,
        organizationId,
        rows.map(({ id }) => id),
      );
      return { results };
    },
  };
};

type Edit = { id: string; override: Override | null; version: string | undefined };

/** Another schedule instead of a stored one, or none; both days count. */
const changeOverride =
  (ctx: MemberCtx, { id, override, version }: Edit) =>
  async (tx: Db) => {
    const { organizationId, managedGymIds } = ctx.caller;
    const find = async () => (await readSomeOverrides(tx, organizationId, [id]))[0];
    const found = await find();
    if (!found || !managedGymIds.includes(found.gym_id)) throw fail('override_not_found');
    await lockGyms(tx, ctx, [found.gym_id]);
    const before = await find();
    if (!before) throw fail('override_not_found');
    refuseOutdated(version, before.version);
    const from = override && override.from < before.from ? override.from : before.from;
    const to = override && override.to > before.to ? override.to : before.to;
    return {
      gymIds: [before.gym_id],
      days: withLastNight({ from, to }),
      action: override ? ('schedule_override.updated' as const) : ('schedule_override.deleted' as const),
      data: { gym_ids: [before.gym_id], override: override ?? before },
      edits: overrideEdits(before, override),
      async make() {
        if (!override) {
          await deleteOverride(tx, organizationId, id);
          return before;
        }
        await updateOverride(tx, organizationId, id, columnsOf(override));
        return (await find())!;
      },
    };
  };

export function previewScheduleOverride(ctx: MemberCtx, { body }: ParsedInput<typeof previewEndpoint>) {
  const { gym_ids: gymIds, override_id: id, override, version } = body;
  if (id) return previewChange(ctx, changeOverride(ctx, { id, override, version }));
  if (!gymIds || !override) throw fail('validation_failed', fieldError('gym_ids', 'Choose at least one'));
  return previewChange(ctx, addOverride(ctx, gymIds, override));
}

export function createScheduleOverride(ctx: MemberCtx, { body }: ParsedInput<typeof createEndpoint>) {
  return saveChange(ctx, body.sessions, addOverride(ctx, body.gym_ids, body.override));
}

export function updateScheduleOverride(ctx: MemberCtx, { params, body }: ParsedInput<typeof updateEndpoint>) {
  const { version, sessions, ...override } = body;
  return saveChange(ctx, sessions, changeOverride(ctx, { id: params.overrideId, override, version }));
}

export async function deleteScheduleOverride(ctx: MemberCtx, { params, body }: ParsedInput<typeof deleteEndpoint>) {
  const { version, sessions } = body;
  await saveChange(ctx, sessions, changeOverride(ctx, { id: params.overrideId, override: null, version }));
  return undefined;
}
