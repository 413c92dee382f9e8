import { auditSentence } from '#features/audit/index.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { adminScope } from '#platform/logins/admin-scope.ts';
import { timeWordsFor } from '#platform/reader-words.ts';
import { readMemberRecord } from './record.read.ts';

export async function getMemberRecord(ctx: MemberCtx, id: string) {
  const { userId } = ctx.caller;
  const row = await readMemberRecord(ctx.read, { ...adminScope(ctx.caller), userId, id });
  if (!row) throw fail('user_not_found');
  const { record, name } = row;
  const words = timeWordsFor(ctx.language);
  const changes = record.changes.map(({ action, target, data, ...change }) => ({
    ...change,
    sentence: auditSentence(action, { target: target ?? name, data, words }),
  }));
  return { ...record, changes };
}
