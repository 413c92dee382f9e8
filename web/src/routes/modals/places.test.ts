import { beforeEach, expect, test } from 'vitest';
import { modalAt, takePendingPlace, takePlaceFromAddress } from './places.ts';

beforeEach(() => sessionStorage.clear());

test('knows every place that a notification leads to, and no other', () => {
  expect(modalAt('/app/sessions/01-ab')).toEqual({ name: 'session', id: '01-ab' });
  expect(modalAt('/app?open=messages&id=7')).toEqual({ name: 'messages', conversationId: '7' });
  expect(modalAt('/app?open=friends&tab=requests')).toEqual({ name: 'friends', tab: 'requests' });
  expect(modalAt('/app?open=friends&tab=nonsense')).toEqual({ name: 'friends', tab: undefined });
  expect(modalAt('/app?open=member&id=7')).toEqual({ name: 'member', id: '7' });
  expect(modalAt('/app?open=announcement&id=7')).toEqual({ name: 'announcement', id: '7' });
  expect(modalAt('/app?open=notifications')).toEqual({ name: 'notifications' });
  for (const other of ['', '/app', '/app?open=member', '/app?open=profile', 'https://evil.example/app?open=friends'])
    expect([other, modalAt(other)]).toEqual([other, null]);
});

test('takes the place out of the address and keeps it until the member area opens', () => {
  window.history.replaceState(null, '', '/app?open=messages&id=7&notification=n1&app=true#top');
  takePlaceFromAddress();
  expect(window.location.href).toMatch(/\/app\?app=true#top$/);
  expect(takePendingPlace()).toEqual({ url: '/app?open=messages&id=7&app=true', id: 'n1' });
  expect(takePendingPlace()).toBeNull();

  window.history.replaceState(null, '', '/app/sessions/s1?notification=n2');
  takePlaceFromAddress();
  expect(window.location.pathname + window.location.search).toBe('/app/sessions/s1');
  expect(takePendingPlace()).toMatchObject({ id: 'n2' });

  // A group's link, and the one that was handed out before it.
  for (const link of ['/g/a_b-9', '/app?open=join-group&id=a_b-9']) {
    window.history.replaceState(null, '', link);
    takePlaceFromAddress();
    expect(window.location.pathname + window.location.search).toBe('/app');
    expect(modalAt(takePendingPlace()?.url ?? '')).toEqual({ name: 'join-group', token: 'a_b-9' });
  }

  window.history.replaceState(null, '', '/login?open=messages');
  takePlaceFromAddress();
  expect(takePendingPlace()).toBeNull();
});
