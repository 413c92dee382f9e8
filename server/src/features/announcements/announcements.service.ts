import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type createAnnouncement as createEndpoint,
  listAnnouncements as listEndpoint,
  type updateAnnouncement as updateEndpoint,
} from '@spotter/contract/desk/announcements.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import { type AuditEdit, editsOf } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError, refuseOutdated } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import { enqueue } from '#platform/jobs/define.ts';
import { adminScope, refuseUnmanagedGym } from '#platform/logins/admin-scope.ts';
import { countRecipients, readAnnouncement, readAnnouncements, readForMember } from './announcements.read.ts';
import { changeAnnouncement, insertAnnouncement, lockAnnouncement, markCancelled } from './announcements.write.ts';
import { sendAnnouncement } from './send-announcement.jobs.ts';

/** Spotter support is nobody's author. */
const authorOf = ({ caller }: MemberCtx) => (caller.emulatedBy ? null : caller.userId);

export async function listAnnouncements(ctx: MemberCtx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size: limit } = query;
  const scope = adminScope(ctx.caller);
  const { count, results } = await readAnnouncements(ctx.read, { ...scope, limit, offset: (page - 1) * limit });
  return { count, ...numberedLinks(listEndpoint, { query }, count), results };
}

export async function countAnnouncementRecipients(ctx: MemberCtx, gymId: string | null) {
  await refuseUnmanagedGym(ctx.db, ctx.caller, gymId);
  return countRecipients(ctx.read, { organizationId: ctx.caller.organizationId, authorId: authorOf(ctx), gymId });
}

const answer = (tx: Db, ctx: MemberCtx, id: string) => readAnnouncement(tx, { ...adminScope(ctx.caller), id });
const note = (tx: Db, ctx: MemberCtx, action: AuditAction, id: string, data: object = {}, edits: AuditEdit[] = []) =>
  audit(tx, ctx, { action, targetType: 'announcement', targetId: id, data, edits });

/** What goes out now doesn't wait for the timetable. */
const sendNow = (tx: Db, ctx: MemberCtx, id: string) =>
  enqueue(tx, sendAnnouncement, { organization_id: ctx.caller.organizationId, id });

function refusePast(ctx: MemberCtx, sendAt: string | null | undefined): void {
  if (sendAt && Date.parse(sendAt) <= ctx.now.getTime())
    throw fail('validation_failed', fieldError('send_at', 'Choose a time in the future'));
}

export function createAnnouncement(ctx: MemberCtx, body: ParsedInput<typeof createEndpoint>['body']) {
  const { send_at, ...content } = body;
  refusePast(ctx, send_at);
  return ctx.tx(async (tx) => {
    await refuseUnmanagedGym(tx, ctx.caller, content.gym_id);
    const id = newId();
    await insertAnnouncement(tx, {
      ...content,
      id,
      organization_id: ctx.caller.organizationId,
      author_id: authorOf(ctx),
      status: send_at ? 'scheduled' : 'sending',
      ...(send_at && { send_at }),
    });
    await note(tx, ctx, send_at ? 'announcement.scheduled' : 'announcement.sent', id, { gym_id: content.gym_id });
    if (!send_at) await sendNow(tx, ctx, id);
    return answer(tx, ctx, id);
  });
}

/** Throws unless the caller manages this announcement and it waits to go out; it stays locked until the commit. */
async function lockScheduled(tx: Db, ctx: MemberCtx, id: string) {
  const { organizationId, gymIds } = adminScope(ctx.caller);
  const announcement = await lockAnnouncement(tx, { organizationId, id });
  if (!announcement || (gymIds && !gymIds.includes(announcement.gym_id ?? ''))) throw fail('announcement_not_found');
  if (announcement.status !== 'scheduled') throw fail('announcement_sent');
  return announcement;
}

export function updateAnnouncement(ctx: MemberCtx, { params, body }: ParsedInput<typeof updateEndpoint>) {
  const { id } = params;
  const { version, ...changes } = body;
  const { gym_id, send_at } = changes;
  return ctx.tx(async (tx) => {
    const before = await lockScheduled(tx, ctx, id);
    refuseOutdated(version, before.version);
    refusePast(ctx, send_at);
    if (gym_id !== undefined && gym_id !== before.gym_id) await refuseUnmanagedGym(tx, ctx.caller, gym_id);
    await changeAnnouncement(tx, { organizationId: ctx.caller.organizationId, id }, changes);
    const fields = Object.keys(body).filter((field) => field !== 'version');
    const edits = editsOf([
      ['Title', before.title, changes.title ?? before.title],
      ['Text', before.body, changes.body ?? before.body],
    ]);
    await note(tx, ctx, send_at === null ? 'announcement.sent' : 'announcement.updated', id, { fields }, edits);
    if (send_at === null) await sendNow(tx, ctx, id);
    return answer(tx, ctx, id);
  });
}

export function cancelAnnouncement(ctx: MemberCtx, id: string) {
  return ctx.tx(async (tx) => {
    await lockScheduled(tx, ctx, id);
    await markCancelled(tx, { organizationId: ctx.caller.organizationId, id });
    await note(tx, ctx, 'announcement.cancelled', id);
    return answer(tx, ctx, id);
  });
}

export async function getAnnouncement({ read, caller }: MemberCtx, id: string) {
  const { organizationId, userId, gymIds } = caller;
  const found = await readForMember(read, { organizationId, userId, gymIds, id });
  if (!found) throw fail('announcement_not_found');
  return found;
}
