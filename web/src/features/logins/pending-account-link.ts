import { safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';
import type { Provider } from './social-data.ts';

const providers: readonly Provider[] = ['google', 'apple'];
const flags = {
  google: storedText(safeSessionStorage, 'link_google'),
  apple: storedText(safeSessionStorage, 'link_apple'),
};

const wishIn = (search: string): Provider | undefined =>
  providers.find((provider) => new URLSearchParams(search).get(`link_${provider}`) === 'true');

/** `link_google=true` on the sign-in page: after sign-in the profile opens where accounts are linked. */
export const pendingAccountLink = {
  store(search: string) {
    const provider = wishIn(search);
    if (provider) flags[provider].write('true');
  },
  read: (search: string): Provider | null =>
    wishIn(search) ?? providers.find((provider) => flags[provider].read() === 'true') ?? null,
  remove() {
    for (const provider of providers) flags[provider].remove();
  },
};
