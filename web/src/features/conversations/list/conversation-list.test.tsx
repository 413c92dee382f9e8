import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  chat,
  openPair,
  recently,
  row,
  scene,
  sent,
  setConversationsScene,
  show,
} from '../../../testing/conversations-window.tsx';
import { startTyping } from '../typing.ts';

setConversationsScene();

describe('the list of chats', () => {
  test('shows the last message, unread and muted', async () => {
    show();
    expect((await row(/^Ben Vale/)).textContent).toContain('Six tomorrow?');
    expect(within(await row(/^Ben Vale/)).getByRole('status', { name: '1 unread' })).toBeDefined();
    expect((await row(/^Dawn crew/)).textContent).toContain('Muted');
  });

  test('shows a draft instead of the last message, unless its chat is open', async () => {
    localStorage.setItem('text:ana:conversation:pair', 'Seven is bet');
    show();
    expect((await row(/^Ben Vale/)).textContent).toContain('Draft:Seven is bet');
    fireEvent.click(await row(/^Ben Vale/));
    await chat();
    fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'Seven is better' } });
    expect((await row(/^Ben Vale/)).textContent).toContain('Six tomorrow?');
  });

  test('shows who is typing, until they stop', async () => {
    const { queryClient } = show();
    await row(/^Ben Vale/);
    vi.useFakeTimers();
    await act(async () => startTyping(queryClient, 'pair', 'ben'));
    expect(screen.getByRole('button', { name: /^Ben Vale/ }).textContent).toContain('Typing…');
    await act(() => vi.advanceTimersByTimeAsync(5_000));
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
    expect(found.textContent).toContain('Ben Vale · Dawn crew');
    expect(found.textContent).toContain('Squat racks are free');
    expect(scene.requests.some(({ path }) => path.startsWith('/conversations/search/?q=squat'))).toBe(true);
    fireEvent.click(found);
    await waitFor(() => expect(screen.getByLabelText('open').textContent).toBe('pair'));
  });

  test('finds messages of the open chat and shows the chosen one there', async () => {
    const user = userEvent.setup();
    await openPair();
    await user.click(screen.getByRole('button', { name: 'Chat options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Search in chat' }));
    const field = await screen.findByLabelText('Search this chat');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.type(field, 'squat');
    const found = await within(await screen.findByRole('list', { name: 'Messages found' })).findByRole('button');
    expect(found.textContent).not.toContain('Dawn crew');
    const asked = scene.requests.find(({ path }) => path.startsWith('/conversations/search/?q=squat'));
    expect(asked?.path).toContain('conversation_id=pair');
    await user.click(found);
    await waitFor(() => expect(screen.getByLabelText('shown').textContent).toBe('7'));
    expect(screen.queryByLabelText('Search this chat')).toBeNull();
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
    scene.active = [];
    show();
    expect(await screen.findByRole('button', { name: 'Start a chat' })).toBeDefined();
  });

  test('says when it could not load, and loads on the next try', async () => {
    scene.isAway = true;
    show();
    await screen.findByText("Couldn't load your chats");
    scene.isAway = false;
    fireEvent.click(screen.getByRole('button', { name: /try again/i }));
    await row(/^Ben Vale/);
  });
});

test('asks once for more chats when they fail to load, and again when told to', async () => {
  const answer = globalThis.fetch;
  let isAway = true;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const query = new URL(String(input), 'http://x').searchParams;
    const answered = await answer(input, init);
    if (query.get('archived') !== 'false') return answered;
    if (query.get('page') === '1') return Response.json({ ...(await answered.json()), next: 'more' });
    return isAway ? Response.json({ error: 'No.', code: 'x' }, { status: 400 }) : answered;
  });
  show();
  await screen.findByText("Couldn't load more.");
  await row(/^Ben Vale/);
  expect(scene.requests.filter(({ path }) => path.includes('page=2'))).toHaveLength(1);
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText("Couldn't load more.")).toBeNull());
});

describe('a message request', () => {
  beforeEach(() => {
    scene.messages = scene.messages.slice(1);
    scene.pair = { ...scene.pair, request: 'received', unread_count: 0 };
    scene.active = scene.active.slice(1);
    scene.waiting = [scene.pair];
  });

  async function openRequest() {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Requests 1' }));
    fireEvent.click(await row(/^Ben Vale/));
    await within(await chat()).findByText('Six tomorrow?');
  }

  test('is shown to a member without chats', async () => {
    scene.active = [];
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'See requests' }));
    await row(/^Ben Vale/);
  });

  test('stands apart, and becomes a chat when it is accepted', async () => {
    await openRequest();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('textbox', { name: 'Message' })).toBeDefined();
    await screen.findByRole('button', { name: 'Chats', pressed: true });
    await row(/^Ben Vale/);
  });

  test('leads back to the chats when it is declined and was the last one', async () => {
    await openRequest();
    fireEvent.click(screen.getByRole('button', { name: 'Decline' }));
    await screen.findByRole('button', { name: 'Chats', pressed: true });
    expect(screen.queryByRole('button', { name: /^Requests/ })).toBeNull();
    expect(screen.getByLabelText('open').textContent).toBe('');
  });

  test('whose message was deleted is reported as its sender', async () => {
    const deleted = { ...scene.messages[0]!, content: '', deleted_at: recently(1) };
    scene.messages = [deleted];
    scene.pair = { ...scene.pair, last_message: deleted };
    scene.waiting = [scene.pair];
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Requests 1' }));
    fireEvent.click(await row(/^Ben Vale/));
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'More answers' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Report' }));
    await user.click(await screen.findByText('Spam or advertising'));
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    await screen.findByText('Thanks for telling us');
    expect(sent('POST /reports/')).toMatchObject({ kind: 'user', id: 'ben' });
  });

  test('of the reader waits in the chat, without a composer', async () => {
    scene.pair = { ...scene.pair, request: 'sent' };
    scene.active = [scene.pair];
    scene.waiting = [];
    await openPair();
    expect(await screen.findByText(/waiting for Ben to accept it/)).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Train together' })).toBeNull();
  });
});
