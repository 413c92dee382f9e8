import {
  listConversations as listConversationsEndpoint,
  listMessages as listMessagesEndpoint,
} from '@spotter/contract/conversations.ts';
import type { ParsedInput } from '@spotter/contract/endpoint.ts';
import { fail } from '#platform/http/errors.ts';
import { JsonText, type MemberCtx } from '#platform/http/handlers.ts';
import { pageLinks } from '#platform/http/page-links.ts';
import { readConversation, readConversations, readMessages } from './conversations.read.ts';

type Links = { next: string | null; previous: string | null };

const pageText = (count: number, { next, previous }: Links, results: string) =>
  new JsonText(
    `{"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":${results}}`,
  );

export async function listConversations(ctx: MemberCtx, query: ParsedInput<typeof listConversationsEndpoint>['query']) {
  const { page, page_size: limit, archived } = query;
  const offset = (page - 1) * limit;
  const { count, results } = await readConversations(ctx.read, ctx.caller, { archived, limit, offset });
  const links = pageLinks(
    listConversationsEndpoint,
    { query },
    {
      next: offset + limit < count ? { page: page + 1 } : null,
      previous: page > 1 ? { page: page - 1 } : null,
    },
  );
  return pageText(count, links, results);
}

export async function getConversation({ read, caller }: MemberCtx, id: string) {
  const conversation = await readConversation(read, caller, id);
  if (!conversation) throw fail('conversation_not_found');
  return conversation;
}

export async function listMessages(
  ctx: MemberCtx,
  id: string,
  query: ParsedInput<typeof listMessagesEndpoint>['query'],
) {
  const { page, page_size: limit, before, after } = query;
  // Numbers lead on; pages are for those who leaf.
  const leafing = before === undefined && after === undefined;
  const found = await readMessages(ctx.read, ctx.caller, id, {
    before: before ?? Number.MAX_SAFE_INTEGER,
    after: after ?? 0,
    limit,
    offset: leafing ? (page - 1) * limit : 0,
  });
  if (!found) throw fail('conversation_not_found');
  const { count, oldest, more, results } = found;
  const links = pageLinks(
    listMessagesEndpoint,
    { params: { id }, query },
    {
      next: more ? { before: oldest, page: undefined } : null,
      previous: leafing && page > 1 ? { page: page - 1 } : null,
    },
  );
  return pageText(count, links, results);
}
