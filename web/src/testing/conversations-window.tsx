import type { User } from '@spotter/contract/users/users.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Route } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { ConversationView } from '#features/conversations/conversation-view.tsx';
import type { Conversation, Message } from '#features/conversations/conversations.queries.ts';
import { ConversationList } from '#features/conversations/list/conversation-list.tsx';
import { useLogin } from '#platform/login/use-login.ts';
import { answerWith, gymConfig, person } from './answers.ts';
import { testConversation, testMember, testMessage } from './conversations.ts';
import { renderAt } from './render-at.tsx';
import { testUser } from './session.ts';

const ana = person({ id: 'ana', first_name: 'Ana', last_name: 'Vale' });
const page = (results: object[]) => ({ count: results.length, next: null, previous: null, results });
export const recently = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

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

/** Pages like the server's, newest first. */
function pageOfMessages(path: string) {
  const query = new URL(path, 'http://x').searchParams;
  const [before, after] = [Number(query.get('before') ?? Number.MAX_SAFE_INTEGER), Number(query.get('after') ?? 0)];
  const found = scene.messages.filter(({ seq }) => seq < before && seq > after).toReversed();
  const size = Number(query.get('page_size') ?? 30);
  return { ...page(found.slice(0, size)), next: found.length > size ? 'more' : null };
}

type Scene = {
  reader: User;
  pair: Conversation;
  messages: Message[];
  pins: Message[];
  active: Conversation[];
  archived: Conversation[];
  waiting: Conversation[];
  isAway: boolean;
  requests: ReturnType<typeof answerWith>;
};

/** What the server has, and what was asked of it. */
export const scene = {} as Scene;
export const calls = () => scene.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
export const sent = (call: string) =>
  scene.requests.find(({ method, path }) => `${method} ${path.split('?')[0]}` === call)?.body;

/** Sets the scene before each test: Ana's chats, and a server that answers from them. */
export function setConversationsScene(): void {
  beforeEach(() => {
    scene.isAway = false;
    scene.reader = ana;
    scene.messages = [
      testMessage({ seq: 1, sender: testUser('ana'), content: 'Squats?', created_at: recently(5) }),
      testMessage({ seq: 2, content: 'Six tomorrow?', created_at: recently(4) }),
    ];
    scene.pair = testConversation({
      last_seq: 2,
      last_message: scene.messages[1]!,
      unread_count: 1,
      participants: [testMember('ana', { last_read_seq: 1 }), testMember('ben', { last_read_seq: 1 })],
    });
    scene.active = [
      scene.pair,
      testConversation({
        id: 'group',
        type: 'group',
        name: 'Dawn crew',
        participants: [testMember('ana'), testMember('ben'), testMember('cleo')],
        is_muted: true,
      }),
    ];
    scene.waiting = [];
    scene.pins = [];
    scene.archived = [testConversation({ id: 'old', type: 'group', name: 'Old squad', is_archived: true })];
    vi.stubGlobal('CSS', { supports: () => true });
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    // Without a layout, lists would show none of their rows.
    const height = function (this: Element) {
      return this.hasAttribute('data-index') ? 40 : 600;
    };
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(height);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(height);
    localStorage.setItem('auth', JSON.stringify({ access_token: 'access', refresh_token: 'refresh' }));
    localStorage.setItem('access_token', 'access');
    localStorage.setItem('refresh_token', 'refresh');
    scene.requests = answerWith(({ method, path, body }) => {
      const call = `${method} ${path.split('?')[0]}`;
      const given = body as { content: string };
      if (scene.isAway && path.startsWith('/conversations/'))
        return Response.json({ error: 'No.', code: 'x' }, { status: 400 });
      switch (call) {
        case 'GET /users/me/':
          return Response.json(scene.reader);
        case 'GET /gym/config/':
          return Response.json(gymConfig);
        case 'GET /conversations/':
          if (path.includes('requests=true')) return Response.json(page(scene.waiting));
          return Response.json(page(path.includes('archived=true') ? scene.archived : scene.active));
        case 'GET /conversations/search/':
          return Response.json(page(path.includes('squat') ? [foundMessage] : []));
        case 'GET /conversations/pair/':
          return Response.json(scene.pair);
        case 'GET /conversations/pair/pins/':
          return Response.json(scene.pins);
        case 'GET /conversations/pair/messages/':
          return Response.json(pageOfMessages(path));
        case 'PATCH /conversations/pair/read/':
          scene.pair = {
            ...scene.pair,
            unread_count: 0,
            participants: [testMember('ana', { last_read_seq: 2 }), testMember('ben')],
          };
          return Response.json(scene.pair);
        case 'GET /friends/search/':
          return Response.json(page([testUser('bea')]));
        case 'POST /conversations/pair/accept/':
          scene.waiting = [];
          scene.pair = { ...scene.pair, request: null };
          scene.active = [scene.pair];
          return Response.json(scene.pair);
        case 'POST /conversations/pair/decline/':
          scene.waiting = [];
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
            return Response.json({ ...scene.messages[0]!, reactions: [{ emoji, count: 1, is_mine: true }] });
          }
          if (call === 'POST /conversations/pair/send_message/')
            return Response.json(
              testMessage({
                seq: 3,
                sender: testUser('ana'),
                content: given.content,
                reply_to: {
                  id: scene.messages[1]!.id,
                  seq: 2,
                  state: 'shown',
                  sender: testUser('ben'),
                  kind: 'text',
                  content: 'Six tomorrow?',
                },
              }),
              { status: 201 },
            );
          if (method === 'PATCH') return Response.json({ ...scene.messages[0]!, ...given, edited_at: recently(0) });
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
}

function Window() {
  const [id, setId] = useState<string>();
  const [at, setAt] = useState<{ seq: number; tap: number }>();
  if (!useLogin().user) return null;
  return (
    <>
      <ConversationList openId={id} onOpen={setId} onNew={() => {}} />
      {id ? (
        <ConversationView
          id={id}
          at={at}
          hasHead
          focusFirst={false}
          sessionCard={() => null}
          useIsOpenInvite={() => false}
          onTrain={() => {}}
          onLeft={() => setId(undefined)}
          onMakeSession={() => {}}
          onShow={(seq) => setAt({ seq, tap: Date.now() })}
          onReport={() => {}}
        />
      ) : null}
      <output aria-label="open">{id}</output>
      <output aria-label="shown">{at?.seq}</output>
    </>
  );
}
export const show = () => renderAt('/here', <Route path="/here" element={<Window />} />);
export const row = (name: RegExp) => screen.findByRole('button', { name });
export const chat = () => screen.findByRole('log', { name: 'Chat' });
export async function openPair() {
  show();
  fireEvent.click(await row(/^Ben Vale/));
  return within(await chat());
}

/** Ana's message is the first one, Ben's the second. */
export async function choose(log: ReturnType<typeof within>, action: string, message = 0) {
  const user = userEvent.setup();
  const options = await log.findAllByRole('button', { name: 'Message options' });
  await user.click(options[message]!);
  await user.click(await screen.findByRole('menuitem', { name: action }));
}
