import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { listMetPeople as listEndpoint } from '@spotter/contract/safety/reports.ts';
import { wordsOf } from '#features/friends/index.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { readMetPeople, readReportable } from './met-people.read.ts';

export async function listMetPeople({ read, caller }: MemberCtx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size: limit, q } = query;
  const { organizationId, userId } = caller;
  const offset = (page - 1) * limit;
  const words = wordsOf(q ?? '');
  const { count, results } = await readMetPeople(read, { organizationId, userId, words, limit, offset });
  return { count, ...numberedLinks(listEndpoint, { query }, count), results };
}

export async function listReportable({ read, caller }: MemberCtx, otherId: string) {
  const { organizationId, userId } = caller;
  const found = await readReportable(read, { organizationId, userId, otherId });
  if (!found) throw fail('user_not_found');
  return found;
}
