import { expect, test } from 'vitest';
import { addressToOpen, notificationOf, pathOf } from './push-notification.ts';

const message = {
  id: 'n1',
  title: 'Maya and 3 others joined Leg day',
  body: '',
  url: '/app/sessions/s1',
  tag: 'n1',
  unread_count: 4,
  silent_from: '2026-11-16T22:00:00Z',
};
const at = (time: string) => Date.parse(`2026-11-16T${time}Z`);

test('shows a push with a sound until the quiet hours begin, and replaces the one before', () => {
  const { title, options } = notificationOf(message, at('21:59'));
  expect(title).toBe('Maya and 3 others joined Leg day');
  expect(options).toMatchObject({
    tag: 'n1',
    silent: false,
    renotify: true,
    data: { id: 'n1', url: '/app/sessions/s1' },
  });
  expect(notificationOf(message, at('22:00')).options).toMatchObject({ silent: true, renotify: false });
  expect(notificationOf({ ...message, silent_from: null }, at('23:00')).options.silent).toBe(false);
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
