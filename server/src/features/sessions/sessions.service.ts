import { listSessions as listEndpoint } from '@spotter/contract/sessions/sessions.ts';
import { fail, fieldError } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { jsonPage } from '#platform/http/pages/json-page.ts';
import { sessionAnswer } from './detail/session-detail.service.ts';
import { readerOf } from './sessions.read.ts';
import * as repo from './sessions.repo.ts';

export async function listSessions(ctx: MemberCtx, query: repo.SessionQuery) {
  const { read, caller } = ctx;
  if (query.gym && !caller.gymIds.includes(query.gym)) throw fail('gym_not_found');
  const reader = { ...readerOf(ctx), gymIds: query.gym ? [query.gym] : caller.gymIds };
  const after = query.cursor ? positionOf(query.cursor) : null;
  const { count, last, length, results } = await repo.listSessions(read, reader, query, after);
  const isLast = length < query.page_size || (!after && query.page * query.page_size >= count);
  const links = pageLinks(
    listEndpoint,
    { query },
    {
      next: isLast || !last ? null : { cursor: `${last[0]}~${last[1]}`, page: undefined },
      previous: !after && query.page > 1 ? { page: query.page - 1 } : null,
    },
  );
  return jsonPage(count, links, results);
}

export const getSession = (ctx: MemberCtx, id: string) => sessionAnswer(ctx.read, readerOf(ctx), id);

function positionOf(cursor: string): repo.Position {
  const [, startsAt, id] = /^(\d{1,16})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor) ?? [];
  if (!startsAt || !id) throw fail('validation_failed', fieldError('cursor', 'Not a valid cursor'));
  return { startsAt, id };
}
