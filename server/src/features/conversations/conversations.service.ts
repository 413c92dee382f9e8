import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  listConversations as listConversationsEndpoint,
  listMessages as listMessagesEndpoint,
} from '@spotter/contract/conversations/conversations.ts';
import type { MessagesQuery } from '@spotter/contract/messages.ts';
import { pageOfMessages } from '#features/messages/index.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { jsonPage } from '#platform/http/pages/json-page.ts';
import { readConversation, readConversations, readMessages } from './conversations.read.ts';
import { wordsOf } from './search/search-words.policy.ts';

export async function listConversations(ctx: MemberCtx, query: ParsedInput<typeof listConversationsEndpoint>['query']) {
  const { page, page_size: limit, archived, requests, q } = query;
  const offset = (page - 1) * limit;
  const { count, results } = await readConversations(ctx.read, ctx.caller, {
    limit,
    offset,
    ...(q === undefined ? { archived, requests } : { words: wordsOf(q) }),
  });
  const links = numberedLinks(listConversationsEndpoint, { query }, count);
  return jsonPage(count, links, results);
}

export async function getConversation({ read, caller }: MemberCtx, id: string) {
  const conversation = await readConversation(read, caller, id);
  if (!conversation) throw fail('conversation_not_found');
  return conversation;
}

export const listMessages = ({ read, caller }: MemberCtx, id: string, query: MessagesQuery) =>
  pageOfMessages(listMessagesEndpoint, id, query, async (span) => {
    const found = await readMessages(read, caller, id, span);
    if (!found) throw fail('conversation_not_found');
    return found;
  });
