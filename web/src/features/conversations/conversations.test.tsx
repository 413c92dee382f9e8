import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Route } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useLogin } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { answerWith, gymConfig, person } from '../../testing/answers.ts';
import { testConversation, testMember, testMessage } from '../../testing/conversations.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { testUser } from '../../testing/session.ts';
import { ConversationView } from './conversation-view.tsx';
import type { Conversation, Message } from './conversations.queries.ts';
import { ConversationList } from './list/conversation-list.tsx';
import { startTyping } from './typing.ts';
import '../../testing/patience.ts';

const ana = person({ id: 'ana', first_name: 'Ana', last_name: 'Vale' });
const page = (results: object[]) => ({ count: results.length, next: null, previous: null, results });
const recently = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const foundMessage = {
  message_id: 'found',
  conversation_id: 'pair',
  conversation_name: 'Dawn crew',
  seq: 7,
  sender: testUser('ben'),
  excerpt: [
    { text: 'Squat', is_match: true },
    { text: ' racks are free', is_match: false },
  ],
  created_at: recently(90),
};

let pair: Conversation;
let messages: Message[];
let active: Conversation[];
let archived: Conversation[];
let waiting: Conversation[];
let isAway: boolean;
let requests: ReturnType<typeof answerWith>;
const calls = () => requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const sent = (call: string) => requests.find(({ method, path }) => `${method} ${path.split('?')[0]}` === call)?.body;

beforeEach(() => {
  isAway = false;
  messages = [
    testMessage({ seq: 1, sender: testUser('ana'), content: 'Squats?', created_at: recently(5) }),
    testMessage({ seq: 2, content: 'Six tomorrow?', created_at: recently(4) }),
  ];
  pair = testConversation({
    last_seq: 2,
    last_message: messages[1]!,
    unread_count: 1,
    participants: [testMember('ana', { last_read_seq: 1 }), testMember('ben', { last_read_seq: 1 })],
  });
  active = [
    pair,
    testConversation({
      id: 'group',
      type: 'group',
      name: 'Dawn crew',
      participants: [testMember('ana'), testMember('ben'), testMember('cleo')],
      is_muted: true,
    }),
  ];
  waiting = [];
  archived = [testConversation({ id: 'old', type: 'group', name: 'Old squad', is_archived: true })];
  vi.stubGlobal('CSS', { supports: () => true });
  // Without a layout, lists would show none of their rows.
  const height = function (this: Element) {
    return this.hasAttribute('data-index') ? 40 : 600;
  };
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(height);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(height);
  localStorage.setItem('auth', JSON.stringify({ access_token: 'access', refresh_token: 'refresh' }));
  localStorage.setItem('access_token', 'access');
  localStorage.setItem('refresh_token', 'refresh');
  requests = answerWith(({ method, path, body }) => {
    const call = `${method} ${path.split('?')[0]}`;
    const given = body as { content: string };
    if (isAway && path.startsWith('/conversations/'))
      return Response.json({ error: 'No.', code: 'x' }, { status: 400 });
    switch (call) {
      case 'GET /users/me/':
        return Response.json(ana);
      case 'GET /gym/config/':
        return Response.json(gymConfig);
      case 'GET /conversations/':
        if (path.includes('requests=true')) return Response.json(page(waiting));
        return Response.json(page(path.includes('archived=true') ? archived : active));
      case 'GET /conversations/search/':
        return Response.json(page(path.includes('squat') ? [foundMessage] : []));
      case 'GET /conversations/pair/':
        return Response.json(pair);
      case 'GET /conversations/pair/messages/':
        return Response.json(page(messages.toReversed()));
      case 'PATCH /conversations/pair/read/':
        pair = { ...pair, unread_count: 0, participants: [testMember('ana', { last_read_seq: 2 }), testMember('ben')] };
        return Response.json(pair);
      case 'GET /friends/search/':
        return Response.json(page([testUser('bea')]));
      case 'POST /conversations/pair/accept/':
        waiting = [];
        pair = { ...pair, request: null };
        active = [pair];
        return Response.json(pair);
      case 'POST /conversations/pair/decline/':
        waiting = [];
        return new Response(null, { status: 204 });
      case 'POST /reports/':
        return Response.json({ id: 'report', created_at: recently(0) }, { status: 201 });
      case 'POST /users/ben/block/':
        return new Response(null, { status: 204 });
      case 'POST /conversations/direct/':
        return Response.json(testConversation({ id: 'bea' }));
      default:
        if (call.startsWith('PUT /conversations/pair/messages/')) {
          const emoji = decodeURIComponent(path.split('/').at(-2) ?? '');
          return Response.json({ ...messages[0]!, reactions: [{ emoji, count: 1, is_mine: true }] });
        }
        if (call === 'POST /conversations/pair/send_message/')
          return Response.json(
            testMessage({
              seq: 3,
              sender: testUser('ana'),
              content: given.content,
              reply_to: {
                id: messages[1]!.id,
                seq: 2,
                state: 'shown',
                sender: testUser('ben'),
                kind: 'text',
                content: 'Six tomorrow?',
              },
            }),
            { status: 201 },
          );
        if (method === 'PATCH') return Response.json({ ...messages[0]!, ...given, edited_at: recently(0) });
        if (method === 'DELETE' || call.endsWith('/typing/')) return new Response(null, { status: 204 });
        return undefined;
    }
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

function Window() {
  const [id, setId] = useState<string>();
  if (!useLogin().user) return null;
  return (
    <>
      <ConversationList openId={id} onOpen={setId} onNew={() => {}} />
      {id ? (
        <ConversationView
          id={id}
          hasHead
          focusFirst={false}
          sessionCard={() => null}
          onTrain={() => {}}
          onLeft={() => setId(undefined)}
        />
      ) : null}
      <output aria-label="open">{id}</output>
    </>
  );
}
const show = () => renderAt('/here', <Route path="/here" element={<Window />} />);
const row = (name: RegExp) => screen.findByRole('button', { name });
const chat = () => screen.findByRole('log', { name: 'Chat' });
async function openPair() {
  show();
  fireEvent.click(await row(/^Ben Vale/));
  return within(await chat());
}

/** Ana's message is the first one. */
async function choose(log: ReturnType<typeof within>, action: string) {
  const user = userEvent.setup();
  const [first] = await log.findAllByRole('button', { name: 'Message options' });
  await user.click(first!);
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

describe('the list of chats', () => {
  test('shows the last message, unread and muted', async () => {
    show();
    expect((await row(/^Ben Vale/)).textContent).toContain('Six tomorrow?');
    expect(within(await row(/^Ben Vale/)).getByRole('status', { name: '1 unread' })).toBeDefined();
    expect((await row(/^Dawn crew/)).textContent).toContain('Muted');
  });

  test('shows who is typing, until they stop', async () => {
    show();
    await row(/^Ben Vale/);
    vi.useFakeTimers();
    act(() => startTyping('pair', 'ben'));
    expect(screen.getByRole('button', { name: /^Ben Vale/ }).textContent).toContain('Typing…');
    act(() => void vi.advanceTimersByTime(5_000));
    expect(screen.getByRole('button', { name: /^Ben Vale/ }).textContent).toContain('Six tomorrow?');
    vi.useRealTimers();
  });

  test('finds chats and people by name, and opens a chat with a person', async () => {
    show();
    await row(/^Dawn crew/);
    fireEvent.change(screen.getByLabelText('Search chats, people and messages'), { target: { value: 'be' } });
    fireEvent.click(await row(/^Bea Vale/));
    await waitFor(() => expect(screen.getByLabelText('open').textContent).toBe('bea'));
    expect(sent('POST /conversations/direct/')).toEqual({ user_id: 'bea' });
    fireEvent.change(screen.getByLabelText('Search chats, people and messages'), { target: { value: 'd' } });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Ben Vale/ })).toBeNull());
  });

  test('finds messages by their words, marks these and opens the chat', async () => {
    show();
    await row(/^Dawn crew/);
    fireEvent.change(screen.getByLabelText('Search chats, people and messages'), { target: { value: 'squat' } });
    const found = await row(/Squat racks/);
    expect(screen.getByRole('heading', { name: 'Messages' })).toBeDefined();
    expect(within(found).getByText('Squat', { selector: 'mark' })).toBeDefined();
    expect(found.textContent).toContain('Dawn crew');
    expect(found.textContent).toContain('Ben: Squat racks are free');
    expect(requests.some(({ path }) => path.startsWith('/conversations/search/?q=squat'))).toBe(true);
    fireEvent.click(found);
    await waitFor(() => expect(screen.getByLabelText('open').textContent).toBe('pair'));
  });

  test('keeps archived chats apart', async () => {
    show();
    await row(/^Ben Vale/);
    expect(screen.queryByText('Old squad')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Archived' }));
    await row(/^Old squad/);
    expect(screen.queryByText('Dawn crew')).toBeNull();
  });

  test('offers to start a chat when there is none', async () => {
    active = [];
    show();
    expect(await screen.findByRole('button', { name: 'Start a chat' })).toBeDefined();
  });

  test('says when it could not load, and loads on the next try', async () => {
    isAway = true;
    show();
    await screen.findByText("Couldn't load your chats");
    isAway = false;
    fireEvent.click(screen.getByRole('button', { name: /try again/i }));
    await row(/^Ben Vale/);
  });
});

describe('an open chat', () => {
  test('marks what is seen as read, after a line before what was new', async () => {
    const log = await openPair();
    expect(await log.findByText('New messages')).toBeDefined();
    await waitFor(() => expect(sent('PATCH /conversations/pair/read/')).toEqual({ last_read_seq: 2 }));
    await waitFor(() => expect(screen.queryByRole('status', { name: '1 unread' })).toBeNull());
  });

  test('lets the sender edit a recent message, and shows the result at once', async () => {
    const log = await openPair();
    await choose(log, 'Edit');
    const box = screen.getByRole('textbox', { name: 'Message' });
    expect((box as HTMLTextAreaElement).value).toBe('Squats?');
    fireEvent.change(box, { target: { value: 'Deadlifts?' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await log.findByText('Deadlifts?')).toBeDefined();
    expect(sent(`PATCH /conversations/pair/messages/${messages[0]?.id}/`)).toEqual({ content: 'Deadlifts?' });
    expect(screen.getByRole('button', { name: 'Send' })).toBeDefined();
  });

  test('asks before it deletes a message', async () => {
    const log = await openPair();
    await choose(log, 'Delete');
    const question = within(await screen.findByRole('dialog', { name: 'Delete this message?' }));
    fireEvent.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Message deleted')).toBeDefined();
    await waitFor(() => expect(calls()).toContain(`DELETE /conversations/pair/messages/${messages[0]?.id}/`));
  });

  test('offers no change after 15 minutes', async () => {
    messages = [{ ...messages[0]!, created_at: recently(16) }];
    const log = await openPair();
    const [first] = await log.findAllByRole('button', { name: 'Message options' });
    await userEvent.setup().click(first!);
    const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(offered).toContain('Reply');
    expect(offered.filter((label) => label === 'Edit' || label === 'Delete')).toEqual([]);
  });

  test('quotes the answered message over the composer and in the chat, and sends its id', async () => {
    const log = await openPair();
    const user = userEvent.setup();
    const [, second] = await log.findAllByRole('button', { name: 'Reply' });
    await user.click(second!);
    expect(screen.getByText('Replying to Ben Vale')).toBeDefined();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Replying to Ben Vale')).toBeNull();
    await user.click(second!);
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Six it is');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(sent('POST /conversations/pair/send_message/')).toMatchObject({ reply_to_id: messages[1]!.id }),
    );
    expect(screen.queryByText('Replying to Ben Vale')).toBeNull();
    expect(await log.findByRole('button', { name: 'Go to the message by Ben Vale: Six tomorrow?' })).toBeDefined();
  });

  test('shows a reaction at once, takes it back, and restores it when the server refuses', async () => {
    const log = await openPair();
    const told = vi.spyOn(toasts, 'error');
    await choose(log, 'strong');
    expect((await log.findByRole('button', { name: 'strong, 1, including you' })).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await waitFor(() =>
      expect(calls()).toContain(`PUT /conversations/pair/messages/${messages[0]!.id}/reactions/%F0%9F%92%AA/`),
    );
    isAway = true;
    await userEvent.setup().click(log.getByRole('button', { name: 'strong, 1, including you' }));
    await waitFor(() => expect(told).toHaveBeenCalledWith('No.'));
    expect(log.getByRole('button', { name: 'strong, 1, including you' })).toBeDefined();
  });

  test('opens every emoji by name, with the keyboard', async () => {
    const log = await openPair();
    await choose(log, 'More emojis');
    const user = userEvent.setup();
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose an emoji' }));
    await user.type(dialog.getByRole('searchbox', { name: 'Find an emoji' }), 'goa');
    await user.tab();
    await user.keyboard('{Enter}');
    expect(await log.findByRole('button', { name: 'goat, 1, including you' })).toBeDefined();
  });

  test('makes web addresses links, and nothing else', async () => {
    messages[1] = {
      ...messages[1]!,
      content: 'See (https://spotter.example/a?b=1), javascript:alert(1) and <b>http://x.example/y(z)</b>.',
    };
    const log = await openPair();
    const links = await log.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://spotter.example/a?b=1',
      'http://x.example/y(z)',
    ]);
    expect(links[0]?.getAttribute('rel')).toContain('noopener');
  });

  test('reports a message of somebody else, and then offers to block them', async () => {
    messages = messages.slice(1);
    const log = await openPair();
    await choose(log, 'Report');
    const form = within(await screen.findByRole('dialog', { name: 'Report this message' }));
    const send = form.getByRole('button', { name: 'Send report' });
    expect(send).toHaveProperty('disabled', true);
    fireEvent.click(form.getByRole('radio', { name: 'Harassment or hate' }));
    fireEvent.change(form.getByRole('textbox'), { target: { value: 'Rude' } });
    fireEvent.click(send);
    const thanks = within(await screen.findByRole('dialog', { name: 'Thanks for telling us' }));
    expect(sent('POST /reports/')).toEqual({
      kind: 'message',
      id: messages[0]?.id,
      reason: 'harassment',
      note: 'Rude',
    });
    fireEvent.click(thanks.getByRole('button', { name: 'Block Ben' }));
    await waitFor(() => expect(calls()).toContain('POST /users/ben/block/'));
  });

  test('tells the others that the reader is typing, not with every letter', async () => {
    await openPair();
    const box = screen.getByRole('textbox', { name: 'Message' });
    for (const value of ['S', 'Se', 'See']) fireEvent.change(box, { target: { value } });
    await waitFor(() => expect(calls().filter((call) => call === 'POST /conversations/pair/typing/')).toHaveLength(1));
  });
});

describe('a message request', () => {
  beforeEach(() => {
    messages = messages.slice(1);
    pair = { ...pair, request: 'received', unread_count: 0 };
    active = active.slice(1);
    waiting = [pair];
  });

  async function openRequest() {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Requests 1' }));
    fireEvent.click(await row(/^Ben Vale/));
    await within(await chat()).findByText('Six tomorrow?');
  }

  test('stands apart, and becomes a chat when it is accepted', async () => {
    await openRequest();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('textbox', { name: 'Message' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Chats' }));
    await row(/^Ben Vale/);
  });

  test('disappears when it is declined', async () => {
    await openRequest();
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('No message requests')).toBeDefined();
    expect(screen.getByLabelText('open').textContent).toBe('');
  });

  test('of the reader waits in the chat, without a composer', async () => {
    pair = { ...pair, request: 'sent' };
    active = [pair];
    waiting = [];
    await openPair();
    expect(await screen.findByText(/waiting for Ben to accept it/)).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
  });
});
