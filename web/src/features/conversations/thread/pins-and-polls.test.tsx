import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { testMessage } from '../../../testing/conversations.ts';
import {
  calls,
  chat,
  choose,
  openPair,
  recently,
  scene,
  sent,
  setConversationsScene,
} from '../../../testing/conversations-window.tsx';
import { withOwn } from '../polls/polls.ts';

setConversationsScene();

const evenings = {
  options: [
    { text: '', starts_at: '2099-11-19T08:00:00.000Z' },
    { text: 'Not this week', starts_at: null },
  ],
  votes: [1, 0],
  own: [] as number[],
  voters: 1,
  chosen: null,
  gym: null,
};
const askEvening = (over = {}) => {
  const poll = testMessage({
    id: 'poll',
    seq: 3,
    kind: 'poll',
    content: 'Which evening?',
    poll: { ...evenings, ...over },
    created_at: recently(1),
  });
  scene.messages.push(poll);
  scene.pair = { ...scene.pair, last_seq: 3, last_message: poll };
  scene.active[0] = scene.pair;
};
const option = (name: RegExp) => screen.findByRole('button', { name });

describe('pinned messages', () => {
  test('stand above the chat, one tap after the other', async () => {
    const user = userEvent.setup();
    scene.pair = { ...scene.pair, has_pins: true };
    scene.active[0] = scene.pair;
    scene.pins = [...scene.messages];
    await openPair();
    await user.click(await screen.findByRole('button', { name: 'Pinned message 1 of 2 by You: Squats?' }));
    expect(screen.getByRole('button', { name: 'Pinned message 2 of 2 by Ben Vale: Six tomorrow?' })).toBeDefined();
  });

  test('are pinned from their menu', async () => {
    await choose(await openPair(), 'Pin');
    await waitFor(() => expect(calls()).toContain(`PUT /conversations/pair/messages/${scene.messages[0]!.id}/pin/`));
  });
});

describe('a poll', () => {
  test("shows a vote at once and sends all of the reader's", async () => {
    const user = userEvent.setup();
    askEvening({ own: [1], votes: [1, 1], voters: 2 });
    await openPair();
    await user.click(await option(/^Thu.*1 vote$/));
    expect((await option(/^Thu.*2 votes$/)).getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(sent('PUT /conversations/pair/messages/poll/votes/')).toEqual({ options: [0, 1] }));
  });

  test('offers to make the leading time a session, and says when it is one', async () => {
    askEvening();
    await openPair();
    expect(await screen.findByRole('button', { name: /^Make Thu.* a session$/ })).toBeDefined();
  });

  test('is closed once it is a session', async () => {
    askEvening({ chosen: 0 });
    await openPair();
    expect(((await option(/became a session$/)) as HTMLButtonElement).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /^Make/ })).toBeNull();
  });

  test('is asked with times of the gym, through the outbox', async () => {
    const user = userEvent.setup();
    await openPair();
    await user.click(screen.getByRole('button', { name: 'Create a poll' }));
    await user.click(await screen.findByRole('button', { name: 'Send poll' }));
    expect(await screen.findByText('Ask a question')).toBeDefined();
    await user.type(screen.getByLabelText('Question'), 'Which evening?');
    await user.click(screen.getByRole('button', { name: 'Send poll' }));
    await waitFor(() => expect(sent('POST /conversations/pair/polls/')).toMatchObject({ question: 'Which evening?' }));
    const { options } = sent('POST /conversations/pair/polls/') as { options: { starts_at: string }[] };
    expect(options.map(({ starts_at }) => Date.parse(starts_at) > Date.now())).toEqual([true, true]);
    expect(within(await chat()).getByText('Which evening?')).toBeDefined();
    expect(Object.keys(sessionStorage).filter((key) => key.includes('poll'))).toEqual([]);
  });

  test('keeps a half-written question when the page reloads', async () => {
    const user = userEvent.setup();
    await openPair();
    await user.click(screen.getByRole('button', { name: 'Create a poll' }));
    await user.type(await screen.findByLabelText('Question'), 'Which even');
    cleanup();
    await openPair();
    await user.click(screen.getByRole('button', { name: 'Create a poll' }));
    expect(await screen.findByLabelText('Question')).toHaveProperty('value', 'Which even');
  });
});

test('counts votes as the reader changes them', () => {
  expect(withOwn(evenings, [0, 1])).toEqual({ votes: [2, 1], own: [0, 1], voters: 2, chosen: null });
  expect(withOwn({ ...evenings, votes: [2, 1], own: [0, 1], voters: 2 }, [])).toEqual({
    votes: [1, 0],
    own: [],
    voters: 1,
    chosen: null,
  });
});
