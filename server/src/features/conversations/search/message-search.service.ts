import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type FoundMessage,
  searchMessages as searchMessagesEndpoint,
} from '@spotter/contract/conversations/conversation-search.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { excerptOf } from './excerpt.policy.ts';
import { type FoundRow, findMessages } from './message-search.repo.ts';
import { wordsOf } from './search-words.policy.ts';

export async function searchMessages(
  { read, caller }: MemberCtx,
  query: ParsedInput<typeof searchMessagesEndpoint>['query'],
) {
  const { q, before, page_size: limit, conversation_id } = query;
  const { organizationId, userId } = caller;
  const words = wordsOf(q);
  if (words.length === 0) return { count: 0, next: null, previous: null, results: [] };
  const asked = { organizationId, userId, words, limit, conversationId: conversation_id ?? null };
  const { count, results } = await findMessages(read, asked, before);
  const last = results.length < limit ? undefined : results.at(-1);
  const links = pageLinks(
    searchMessagesEndpoint,
    { query },
    { next: last ? { before: last.message_id } : null, previous: null },
  );
  return { count, ...links, results: await withExcerpts(results, words) };
}

const EXCERPTS_AT_ONCE = 10;

/** A hundred long messages take a while to look through, so others have their turn in between. */
async function withExcerpts(results: readonly FoundRow[], words: readonly string[]): Promise<FoundMessage[]> {
  const shown: FoundMessage[] = [];
  for (const { content, ...row } of results) {
    if (shown.length > 0 && shown.length % EXCERPTS_AT_ONCE === 0) await nextTurn();
    shown.push({ ...row, excerpt: excerptOf(content, words) });
  }
  return shown;
}
