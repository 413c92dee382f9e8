import { Readable } from 'node:stream';
import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { CSV_START, csvLine } from '@spotter/contract/csv.ts';
import {
  type exportAuditLog as exportEndpoint,
  listAuditLog as listEndpoint,
  mostExportedEntries,
} from '@spotter/contract/desk/audit-log.ts';
import type { TimeWords } from '@spotter/contract/time-words.ts';
import type { FastifyReply } from 'fastify';
import type { AuditEdit } from '#platform/audit-edits.ts';
import { type MemberCtx, Sent } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { timeWordsFor } from '#platform/reader-words.ts';
import {
  type AuditFilters,
  type AuditLine,
  type AuditRow,
  readAuditActors,
  readAuditLog,
  readAuditPart,
} from './audit.read.ts';
import { auditActionsOf, auditKindOf, auditSentence } from './audit.words.ts';

type Filters = ParsedInput<typeof exportEndpoint>['query'];

function filtersOf({ caller }: MemberCtx, { actor_id, emulating, kind, action, from, until }: Filters): AuditFilters {
  const ofKind = kind && auditActionsOf(kind);
  return {
    organizationId: caller.organizationId,
    userId: caller.userId,
    actorId: actor_id ?? null,
    emulating: emulating ?? null,
    actions: action ? [action].filter((one) => ofKind?.includes(one) ?? true) : (ofKind ?? null),
    from: from ?? null,
    until: until ?? null,
  };
}

const sentenceOf = ({ action, target, data }: AuditLine | AuditRow, words: TimeWords) =>
  auditSentence(action, { target, data, words });

const present = ({ target, ...row }: AuditRow, words: TimeWords) => ({
  ...row,
  kind: auditKindOf(row.action),
  sentence: sentenceOf({ target, ...row }, words),
});

export async function listAuditLog(ctx: MemberCtx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size: limit, before } = query;
  const offset = before ? 0 : (page - 1) * limit;
  const values = { ...filtersOf(ctx, query), before: before ?? null, limit, offset };
  const { count, results } = await readAuditLog(ctx.read, values);
  const last = results.at(-1);
  const next = last && results.length === limit ? { before: last.id } : null;
  return {
    count,
    ...pageLinks(listEndpoint, { query }, { next, previous: null }),
    results: results.map((row) => present(row, timeWordsFor(ctx.language))),
  };
}

export const listAuditActors = async ({ read, caller }: MemberCtx) => ({
  results: await readAuditActors(read, caller.organizationId),
});

const ROWS_AT_A_TIME = 1000;

/** Read in parts, so that a long log needs little memory, and up to a second of the processor's time. */
async function* csvOf(ctx: MemberCtx, filters: AuditFilters) {
  const words = timeWordsFor(ctx.language);
  yield CSV_START + csvLine(['Time (UTC)', 'Who', 'What', 'Before and after', 'Action']);
  for (let before: string | null = null, read = 0; ; ) {
    if (read >= mostExportedEntries) {
      yield csvLine([
        null,
        null,
        `These are the newest ${mostExportedEntries} entries. Choose a period for older ones.`,
      ]);
      return;
    }
    const results: AuditLine[] = await readAuditPart(ctx.read, { ...filters, before, limit: ROWS_AT_A_TIME });
    yield results
      .map((row) => csvLine([row.created_at, actorName(row), sentenceOf(row, words), editsText(row.edits), row.action]))
      .join('');
    if (results.length < ROWS_AT_A_TIME) return;
    before = results.at(-1)!.id;
    read += results.length;
  }
}

const editsText = (edits: readonly AuditEdit[]) =>
  edits.map(({ field, before, after }) => `${field}: ${before ?? 'none'} → ${after ?? 'none'}`).join('; ') || null;

const actorName = ({ actor, emulating }: AuditLine): string =>
  emulating ? 'Spotter support' : actor ? `${actor.first_name} ${actor.last_name}`.trim() : 'A former member';

export async function exportAuditLog(ctx: MemberCtx, query: Filters, reply: FastifyReply) {
  const day = ctx.now.toISOString().slice(0, 10);
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="audit-log-${day}.csv"`)
    .send(Readable.from(csvOf(ctx, filtersOf(ctx, query))));
  return new Sent();
}
