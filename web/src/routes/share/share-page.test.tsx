import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeSharedPhotos } from '#features/conversations/shared-photos.ts';
import { keepPushOwner } from '#platform/pwa/push-owner.ts';
import { keepShare, readShare } from '#platform/pwa/shared-content.ts';
import { ModalsProvider } from '#routes/modals.ts';
import { person } from '../../testing/answers.ts';
import { testConversation } from '../../testing/conversations.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { SignedIn, signIn } from '../../testing/signed-in.tsx';
import { SharePage } from './share-page.tsx';

/** As a browser has them, as far as a share needs it. */
function stubCaches() {
  const all = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>();
    all.set(name, entries);
    return {
      put: async (address: string, answer: Response) => void entries.set(address, answer),
      match: async (address: string) => entries.get(address)?.clone(),
    };
  };
  vi.stubGlobal('caches', {
    open,
    match: async (address: string, { cacheName }: { cacheName: string }) => all.get(cacheName)?.get(address)?.clone(),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
  });
  return all;
}

let caches: ReturnType<typeof stubCaches>;
beforeEach(() => {
  caches = stubCaches();
  // Rows are drawn as far as the list is high, and jsdom has no heights.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  signIn(
    () => person({ id: 'ana' }),
    ({ path }) => {
      const isList = path.startsWith('/conversations/') && !path.includes('request');
      const results = isList ? [testConversation({ id: 'crew', name: 'Dawn crew', type: 'group' })] : [];
      return Response.json({ count: results.length, next: null, previous: null, results });
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const show = (address: string) =>
  renderAt(
    address,
    <Route
      path="/app/share"
      element={
        <SignedIn>
          <ModalsProvider>
            <SharePage />
          </ModalsProvider>
        </SignedIn>
      }
    />,
  );
const drafts = () => Object.entries(localStorage).filter(([key]) => key.includes('crew'));

test('puts shared words into the composer of the chosen chat, after what is there', async () => {
  localStorage.setItem('text:ana:conversation:crew', 'Look:');
  show('/app/share?title=Rows&text=A%20good%20row%20https%3A%2F%2Fx.example&url=https%3A%2F%2Fx.example');
  await userEvent.click(await screen.findByRole('button', { name: /Dawn crew/ }));
  await waitFor(() => expect(screen.getByLabelText('modals').textContent).toContain('"conversationId":"crew"'));
  expect(drafts()).toEqual([[expect.any(String), 'Look:\nRows\nA good row https://x.example']]);
});

test('hands shared photos to the chosen chat once, also after a reload, and keeps none of them', async () => {
  const form = new FormData();
  form.set('text', 'New rack');
  form.append('photos', new File(['one'], 'one.png', { type: 'image/png' }));
  form.append('photos', new File(['two'], 'two.png', { type: 'image/png' }));
  const address = await keepShare(form);
  const { unmount } = show(address);
  expect(await screen.findByText('2 photos')).toBeDefined();
  unmount();
  const { queryClient } = show(address);
  expect(await screen.findByText('2 photos')).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: /Dawn crew/ }));
  await waitFor(() => expect(takeSharedPhotos(queryClient, 'crew')).toHaveLength(2));
  expect(takeSharedPhotos(queryClient, 'crew')).toEqual([]);
  expect([...caches.keys()]).toEqual([]);
});

test('shows what one member shared to no other', async () => {
  const form = new FormData();
  form.set('text', 'New rack');
  const address = await keepShare(form);
  const query = new URL(address, 'https://gym.example').searchParams;
  expect((await readShare(query, 'ben')).words).toBe('New rack');
  show(address);
  expect(await screen.findByRole('button', { name: /Dawn crew/ })).toBeDefined();
  expect([screen.queryByText('New rack'), [...caches.keys()]]).toEqual([null, []]);
});

test('shows what a member with pushes shared to no other, even if they never opened it', async () => {
  await keepPushOwner('ana');
  const form = new FormData();
  form.set('text', 'New rack');
  const share = async () => new URL(await keepShare(form), 'https://gym.example').searchParams;
  expect((await readShare(await share(), 'ana')).words).toBe('New rack');
  expect(await readShare(await share(), 'ben')).toEqual({ words: '', photos: [] });
});

test('says that photos did not come along when the phone has no room for them', async () => {
  vi.stubGlobal('caches', { delete: async () => true, open: () => Promise.reject(new Error('QuotaExceededError')) });
  const form = new FormData();
  form.set('text', 'New rack');
  show(await keepShare(form));
  expect(await screen.findByText('New rack')).toBeDefined();
  expect(screen.getByText(/didn't come along/)).toBeDefined();
});
