import type { Answer } from '#platform/api/client.ts';
import { isRecord, perTab, readJson } from '#platform/storage/safe-storage.ts';

export type Provider = 'google' | 'apple';
export const providerName: Record<Provider, string> = { google: 'Google', apple: 'Apple' };

type SocialAnswer = Answer<'googleCallback'>;
export type GoogleData = NonNullable<SocialAnswer['google_data']>;
export type AppleData = NonNullable<SocialAnswer['apple_data']>;
type DataOf = { google: GoogleData; apple: AppleData };

const keyOf = (provider: Provider) => `${provider}_registration_data`;

/** What a provider has proven about somebody who is not inside yet; waits in this tab for the next step. */
export const socialData = {
  read: <P extends Provider>(provider: P): DataOf[P] | null =>
    readJson(
      perTab,
      keyOf(provider),
      (value): value is DataOf[P] => isRecord(value) && typeof value.proof === 'string',
    ),
  write: <P extends Provider>(provider: P, data: DataOf[P]) => perTab.set(keyOf(provider), JSON.stringify(data)),
  remove: (provider: Provider) => perTab.remove(keyOf(provider)),
};
