import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loginKeys } from '#platform/api/login-keys.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { testConversation, testMember, testMessage } from '../../testing/conversations.ts';
import { testUser } from '../../testing/session.ts';
import { keepConversation, showLastMessage, showRead, toTop, withMessage, withRead } from './conversations.cache.ts';
import { type Conversation, type ConversationPages, conversationKeys } from './conversations.queries.ts';

const pagesOf = (...pages: Conversation[][]): ConversationPages => ({
  pages: pages.map((results) => ({ count: pages.flat().length, next: null, previous: null, results })),
  pageParams: pages.map((_, index) => index + 1),
});
const idsOf = ({ pages }: ConversationPages) => pages.map(({ results }) => results.map(({ id }) => id));

describe('a conversation after a message', () => {
  test("counts other people's messages, once each", () => {
    const hello = testMessage({ seq: 1 });
    const once = withMessage(hello, 'ana')(testConversation({ is_archived: true }));
    expect(once).toMatchObject({ last_seq: 1, last_message: hello, unread_count: 1, is_archived: false });
    expect(withMessage(hello, 'ana')(once!)).toEqual(once);
  });

  test('counts neither own messages nor system messages', () => {
    const own = withMessage(testMessage({ seq: 1, sender: testUser('ana') }), 'ana')(testConversation());
    const noted = withMessage(testMessage({ seq: 2, kind: 'system', sender: null }), 'ana')(own!);
    expect([own?.unread_count, noted?.unread_count, noted?.last_seq]).toEqual([0, 0, 2]);
  });

  test('shows an edited last message, and leaves the rest for an older one', () => {
    const [old, last] = [testMessage({ seq: 1 }), testMessage({ seq: 2 })];
    const held = testConversation({ last_seq: 2, last_message: last });
    expect(withMessage({ ...last, content: 'Seven?' }, 'ana')(held)?.last_message?.content).toBe('Seven?');
    expect(withMessage({ ...old, content: 'Five?' }, 'ana')(held)).toBe(held);
  });

  test('is unknown when a message was missed', () => {
    expect(withMessage(testMessage({ seq: 3 }), 'ana')(testConversation({ last_seq: 1 }))).toBeNull();
  });

  test('ends in the same state however often and in whichever order its messages come', () => {
    const messages = [1, 2, 3].map((seq) => testMessage({ seq }));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...messages), { maxLength: 12 }), (heard) => {
        let held = testConversation();
        for (const message of [...heard, ...messages]) held = withMessage(message, 'ana')(held) ?? held;
        expect([held.last_seq, held.unread_count]).toEqual([3, 3]);
      }),
      runs(100),
    );
  });
});

describe('a conversation after reading', () => {
  const held = testConversation({ last_seq: 4, unread_count: 3 });
  test('moves only forward', () => {
    const read = withRead('ben', 3, 'ana')(held);
    expect(read?.participants[1]?.last_read_seq).toBe(3);
    expect(withRead('ben', 2, 'ana')(read!)).toBe(read);
  });
  test('has nothing unread when the reader has read all, and is counted by the server otherwise', () => {
    expect(withRead('ana', 4, 'ana')(held)?.unread_count).toBe(0);
    expect(withRead('ana', 3, 'ana')(held)).toBeNull();
  });
});

test('moves a conversation to the top and keeps the length of each page', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => testConversation({ id })) as [Conversation, Conversation, Conversation];
  expect(idsOf(toTop(pagesOf([a, b], [c]), 'c'))).toEqual([['c', 'a'], ['b']]);
});

describe('in the cache', () => {
  let queryClient: QueryClient;
  const active = () => queryClient.getQueryData<ConversationPages>(conversationKeys.list(false))!;
  const invalidated = () => vi.mocked(queryClient.invalidateQueries).mock.calls.map(([filters]) => filters?.queryKey);
  beforeEach(() => {
    queryClient = new QueryClient();
    vi.spyOn(queryClient, 'invalidateQueries');
    queryClient.setQueryData(loginKeys.me, testUser('ana'));
    queryClient.setQueryData(
      conversationKeys.list(false),
      pagesOf([testConversation({ id: 'other' })], [testConversation()]),
    );
    queryClient.setQueryData(conversationKeys.one('pair'), testConversation());
  });

  test('a message moves its conversation up, without asking the server', () => {
    showLastMessage(queryClient, testMessage({ seq: 1 }));
    expect(idsOf(active())).toEqual([['pair'], ['other']]);
    expect(active().pages[0]?.results[0]?.unread_count).toBe(1);
    expect(queryClient.getQueryData<Conversation>(conversationKeys.one('pair'))?.last_seq).toBe(1);
    expect(invalidated()).toEqual([]);
  });

  test('a message of an unknown conversation fetches it', () => {
    showLastMessage(queryClient, testMessage({ seq: 1, conversation_id: 'new' }));
    expect(invalidated()).toEqual([conversationKeys.lists, conversationKeys.unread]);
  });

  test('a read mark of another person shows at once', () => {
    showRead(queryClient, 'pair', 'ben', 1);
    const [, ben] = queryClient.getQueryData<Conversation>(conversationKeys.one('pair'))!.participants;
    expect(ben).toEqual(testMember('ben', { last_read_seq: 1, delivered_seq: 1 }));
  });

  test('an answer older than what was heard live is asked for again', () => {
    showLastMessage(queryClient, testMessage({ seq: 1 }));
    keepConversation(queryClient, testConversation());
    expect(queryClient.getQueryData<Conversation>(conversationKeys.one('pair'))?.last_seq).toBe(1);
    expect(invalidated()).toContainEqual(conversationKeys.one('pair'));
  });
});
