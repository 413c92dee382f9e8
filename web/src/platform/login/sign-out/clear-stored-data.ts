import type { QueryClient } from '@tanstack/react-query';
import { clearStore } from '#platform/offline/kept-store.ts';
import { forgetPushes } from '#platform/pwa/push.ts';
import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { clearLocalStorage } from '#platform/theme/last-organization.ts';
import { clearTokens } from '../../api/tokens.ts';

/** After sign-out the next user of this device finds no data of the last one. */
export async function clearStoredData(queryClient: QueryClient) {
  queryClient.clear();
  const pushesEnded = forgetPushes();
  clearTokens();
  clearLocalStorage();
  safeSessionStorage.clear();
  await clearStore();
  await pushesEnded.catch((error: unknown) => console.warn("Couldn't end pushes in this browser", error));
  const names = await globalThis.caches?.keys().catch(() => []);
  await Promise.all((names ?? []).map((name) => caches.delete(name)));
}
