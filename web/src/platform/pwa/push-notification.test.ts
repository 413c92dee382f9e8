import { expect, test } from 'vitest';
import { addressToOpen, notificationOf, pathOf, readableTo } from './push-notification.ts';

const message = {
  to: 'ana',
  id: 'n1',
  title: 'Maya and 3 others joined Leg day',
  body: '',
  url: '/app/sessions/s1',
  brand: '/brand/iron',
  tag: 'n1',
  unread_count: 4,
  silent_from: '2026-11-16T22:00:00Z',
  actions: [
    { name: 'reply' as const, title: 'Reply', path: '/api/v1/x', token: 't' },
    { name: 'mark_read' as const, title: 'Mark read', path: '/api/v1/y', token: 'u' },
  ],
};
const at = (time: string) => Date.parse(`2026-11-16T${time}Z`);

test('shows a push with a sound until the quiet hours begin, and replaces the one before', () => {
  const { title, options } = notificationOf(message, at('21:59'));
  expect(title).toBe('Maya and 3 others joined Leg day');
  expect(options).toMatchObject({
    tag: 'n1',
    icon: '/brand/iron/icon-192.png',
    silent: false,
    renotify: true,
    data: { id: 'n1', url: '/app/sessions/s1' },
    actions: [
      { action: 'reply', title: 'Reply', type: 'text' },
      { action: 'mark_read', title: 'Mark read' },
    ],
  });
  expect(notificationOf(message, at('22:00')).options).toMatchObject({ silent: true, renotify: false });
  expect(notificationOf({ ...message, silent_from: null }, at('23:00')).options.silent).toBe(false);
});

test('shows nothing of a push to anybody but its member', () => {
  expect(readableTo('ana', () => message)).toBe(message);
  for (const owner of ['ben', '', null]) {
    const shown = JSON.stringify(
      notificationOf(
        readableTo(owner, () => message),
        0,
      ),
    );
    for (const part of ['Maya', 'Leg day', 's1', 'n1', 'iron', 'token']) expect(shown).not.toContain(part);
  }
  const { to: _, ...older } = message;
  expect(readableTo('ana', () => older as typeof message).title).toBe('You have a new notification');
  expect(readableTo('ana', () => JSON.parse('not JSON')).title).toBe('You have a new notification');
});

test('opens only pages of the app, and names the notification to mark read', () => {
  const origin = 'https://gym.example';
  expect(addressToOpen({ id: 'n1', url: '/app?open=messages&id=7' }, origin)).toBe(
    'https://gym.example/app?open=messages&id=7&notification=n1',
  );
  expect(addressToOpen({ id: null, url: '/app?open=notifications' }, origin)).toBe(
    'https://gym.example/app?open=notifications',
  );
  for (const url of [undefined, '', '//evil.example', 'https://evil.example/app', '/app//evil', 'javascript:alert(1)'])
    expect(pathOf(url)).toBe('/app');
});
