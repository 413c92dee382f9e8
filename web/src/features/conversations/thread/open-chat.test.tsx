import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { outbox } from '#platform/outbox/tab-outbox.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { testMember, testMessage } from '../../../testing/conversations.ts';
import {
  calls,
  choose,
  openPair,
  recently,
  scene,
  sent,
  setConversationsScene,
} from '../../../testing/conversations-window.tsx';

setConversationsScene();

describe('an open chat', () => {
  test('marks what is seen as read, after a line before what was new', async () => {
    const log = await openPair();
    expect(await log.findByText('New messages')).toBeDefined();
    await waitFor(() => expect(sent('PATCH /conversations/pair/read/')).toEqual({ last_read_seq: 2 }));
    await waitFor(() => expect(screen.queryByRole('status', { name: '1 unread' })).toBeNull());
  });

  test('says in a demo that replies are scripted, and nowhere else', async () => {
    const note = 'Demo: replies here are scripted.';
    await openPair();
    expect(screen.queryByText(note)).toBeNull();
    cleanup();
    scene.reader = { ...scene.reader, is_demo_user: true };
    await openPair();
    expect(await screen.findByText(note)).toBeDefined();
  });

  test('opens where the reader left it when more is unread than a page has', async () => {
    const all = Array.from({ length: 200 }, (_, index) =>
      testMessage({ seq: index + 1, content: `Set ${index + 1}`, created_at: recently(205 - index) }),
    );
    scene.messages = all;
    scene.pair = { ...scene.pair, last_seq: 200, last_message: all.at(-1)!, unread_count: 190 };
    scene.pair.participants = [testMember('ana', { last_read_seq: 10 }), testMember('ben')];
    scene.active = [scene.pair];
    const log = await openPair();
    expect(await log.findByText('New messages')).toBeDefined();
    expect(await log.findByText('Set 11')).toBeDefined();
    expect(calls()).not.toContain('PATCH /conversations/pair/read/');
    expect(screen.getByRole('button', { name: 'Jump to newest' })).toBeDefined();
  });

  test('lets the sender edit a recent message, and shows the result at once', async () => {
    const log = await openPair();
    await choose(log, 'Edit');
    const box = screen.getByRole('textbox', { name: 'Message' });
    expect((box as HTMLTextAreaElement).value).toBe('Squats?');
    fireEvent.change(box, { target: { value: 'Deadlifts?' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await log.findByText('Deadlifts?')).toBeDefined();
    expect(sent(`PATCH /conversations/pair/messages/${scene.messages[0]?.id}/`)).toEqual({ content: 'Deadlifts?' });
    expect(screen.getByRole('button', { name: 'Send' })).toBeDefined();
  });

  test('keeps the text of an edit that was refused', async () => {
    const log = await openPair();
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      if (init?.method === 'PATCH') return Response.json({ error: 'Too late.', code: 'too_late' }, { status: 409 });
      return answer(input, init);
    });
    await choose(log, 'Edit');
    fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'Deadlifts?' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('button', { name: 'Send' })).toBeDefined();
    await screen.findByText('Edit message');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Deadlifts?');
    expect(log.getByText('Squats?')).toBeDefined();
  });

  test('asks before it deletes a message', async () => {
    const log = await openPair();
    await choose(log, 'Delete');
    const question = within(await screen.findByRole('dialog', { name: 'Delete this message?' }));
    fireEvent.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Message deleted')).toBeDefined();
    await waitFor(() => expect(calls()).toContain(`DELETE /conversations/pair/messages/${scene.messages[0]?.id}/`));
  });

  test('shows a change whose answer was lost, and that it waits', async () => {
    const log = await openPair();
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
      if (init?.method !== 'DELETE') return answer(input, init);
      throw new TypeError('Failed to fetch');
    });
    await choose(log, 'Delete');
    const question = within(await screen.findByRole('dialog', { name: 'Delete this message?' }));
    fireEvent.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Message deleted')).toBeDefined();
    await waitFor(() => expect(outbox.read()).toMatchObject([{ name: 'deleteMessage', state: 'waiting' }]));
    outbox.stop();
  });

  test('offers no change after 15 minutes', async () => {
    scene.messages = [{ ...scene.messages[0]!, created_at: recently(16) }];
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
    await choose(log, 'Reply', 1);
    expect(screen.getByText('Replying to Ben Vale')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' })));
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Replying to Ben Vale')).toBeNull();
    await choose(log, 'Reply', 1);
    await user.type(screen.getByRole('textbox', { name: 'Message' }), 'Six it is');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(sent('POST /conversations/pair/send_message/')).toMatchObject({ reply_to_id: scene.messages[1]!.id }),
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
      expect(calls()).toContain(`PUT /conversations/pair/messages/${scene.messages[0]!.id}/reactions/%F0%9F%92%AA/`),
    );
    scene.isAway = true;
    await userEvent.setup().click(log.getByRole('button', { name: 'strong, 1, including you' }));
    await waitFor(() => expect(told).toHaveBeenCalledWith('No.', expect.anything()));
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
    scene.messages[1] = {
      ...scene.messages[1]!,
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
    scene.messages = scene.messages.slice(1);
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
      id: scene.messages[0]?.id,
      reason: 'harassment',
      note: 'Rude',
    });
    fireEvent.click(thanks.getByRole('button', { name: 'Block Ben' }));
    await waitFor(() => expect(calls()).toContain('POST /users/ben/block/'));
  });

  test('keeps what was written until it is sent, also when the app was closed', async () => {
    await openPair();
    fireEvent.change(screen.getByRole('textbox', { name: 'Message' }), { target: { value: 'See you' } });
    cleanup();
    sessionStorage.clear();
    await openPair();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('See you');
  });

  test('tells the others that the reader is typing, not with every letter', async () => {
    await openPair();
    const box = screen.getByRole('textbox', { name: 'Message' });
    for (const value of ['S', 'Se', 'See']) fireEvent.change(box, { target: { value } });
    await waitFor(() => expect(calls().filter((call) => call === 'POST /conversations/pair/typing/')).toHaveLength(1));
  });
});
