import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import type { SessionType, updateSessionTypes as updateEndpoint } from '@spotter/contract/sessions/session-types.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import { editsOf } from '#platform/audit-edits.ts';
import { type Read, readsOf } from '#platform/db/reads.ts';
import { fail, fieldError, refuseOutdated } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { versionOf } from '#platform/versions.ts';
import { lockOrganization } from './organizations.repo.ts';
import { firstSessionTypes } from './organizations-creation.service.ts';
import { deleteSessionTypes, readSessionTypes, storeSessionTypes } from './session-types.repo.ts';

const withVersion = (results: SessionType[]) => {
  const known = results.map(({ upcoming_sessions: _, ...type }) => type);
  return { results, version: versionOf(known) };
};

/** An organization's session types, in its order. */
export const listSessionTypes = async (read: Read, organizationId: string, { usage }: { usage: boolean }) =>
  withVersion(await readSessionTypes(read, organizationId, { usage }));

type Wanted = Omit<SessionType, 'id' | 'position' | 'upcoming_sessions'> & { id?: string | undefined };

/**
 * Replaces the list. A type with upcoming sessions can't be left out; past sessions of one that is keep their workout
 * type.
 */
export function updateSessionTypes(
  ctx: Ctx,
  organizationId: string,
  { session_types: wanted, version }: ParsedInput<typeof updateEndpoint>['body'],
) {
  return replace(ctx, organizationId, 'session_types.updated', (current) => {
    refuseOutdated(version, current.version);
    const known = new Set(current.results.map(({ id }) => id));
    const given = wanted.flatMap(({ id }) => id ?? []);
    if (given.some((id) => !known.has(id)) || new Set(given).size < given.length)
      throw fail('validation_failed', fieldError('session_types', 'One of these types is no longer on the list.'));
    return wanted;
  });
}

/** Back to the list that a new organization starts with. Types of the same name stay, and so do those in use, at the end. */
export function resetSessionTypes(ctx: Ctx, organizationId: string) {
  return replace(ctx, organizationId, 'session_types.reset', ({ results }) => {
    const nameOf = ({ name }: { name: string }) => name.toLowerCase();
    const defaults = new Set(firstSessionTypes.map(nameOf));
    return [
      ...firstSessionTypes.map((first) => ({
        id: results.find((type) => nameOf(type) === nameOf(first))?.id,
        name: first.name,
        kind: first.kind,
        default_duration_minutes: first.minutes,
        is_active: true,
      })),
      ...results.filter((type) => (type.upcoming_sessions ?? 0) > 0 && !defaults.has(nameOf(type))),
    ];
  });
}

type Current = ReturnType<typeof withVersion>;

function replace(
  ctx: Ctx,
  organizationId: string,
  action: AuditAction,
  choose: (current: Current) => readonly Wanted[],
) {
  return ctx.tx(async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await listSessionTypes(readsOf(tx), organizationId, { usage: true });
    const types = choose(before).map(({ id, name, kind, default_duration_minutes, is_active }, position) => {
      return { id: id ?? newId(), name, kind, default_duration_minutes, is_active, position };
    });
    const kept = new Set(types.map(({ id }) => id));
    const removed = before.results.filter(({ id }) => !kept.has(id));
    const used = removed.filter(({ upcoming_sessions = 0 }) => upcoming_sessions > 0);
    if (used.length > 0)
      throw fail('session_type_in_use', {
        details: { session_types: used.map(({ name }) => `Upcoming sessions still use ${name}`) },
      });
    if (removed.length > 0)
      await deleteSessionTypes(
        tx,
        organizationId,
        removed.map(({ id }) => id),
      );
    await storeSessionTypes(tx, organizationId, types);
    await audit(tx, ctx, {
      action,
      targetType: 'organization',
      targetId: organizationId,
      data: { session_types: types.map(({ name, is_active }) => ({ name, is_active })) },
      edits: typeEdits(before.results, types),
    });
    tell(tx, {
      scope: organizationId,
      type: 'organization.updated',
      data: { organization_id: organizationId },
      to: 'everyone',
    });
    return listSessionTypes(readsOf(tx), organizationId, { usage: false });
  });
}

const typeText = ({ name, default_duration_minutes, is_active }: Wanted) =>
  `${name}, ${default_duration_minutes} min${is_active ? '' : ', hidden'}`;

/** The types that came, went or changed, for the log. */
function typeEdits(before: readonly SessionType[], after: readonly SessionType[]) {
  const textOf = (types: readonly SessionType[], wanted: string) => {
    const found = types.find(({ id }) => id === wanted);
    return found && typeText(found);
  };
  const ids = [...new Set([...before, ...after].map(({ id }) => id))];
  return editsOf(ids.map((id) => ['Session type', textOf(before, id), textOf(after, id)]));
}
