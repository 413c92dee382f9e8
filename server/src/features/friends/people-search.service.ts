import { searchPeople as searchPeopleEndpoint } from '@spotter/contract/friends.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { jsonPage } from '#platform/http/pages/json-page.ts';
import { type PageQuery, pageFor } from './friends.service.ts';
import { wordsOf } from './name-search.repo.ts';
import { findPeople } from './people-search.repo.ts';

/** Members of the caller's organization by name, best match first: one statement. */
export async function searchPeople(ctx: MemberCtx, query: PageQuery & { q: string }) {
  const words = wordsOf(query.q);
  const { count, results } =
    words.length > 0 ? await findPeople(ctx.read, { ...pageFor(ctx, query), words }) : { count: 0, results: '[]' };
  return jsonPage(count, numberedLinks(searchPeopleEndpoint, { query }, count), results);
}
