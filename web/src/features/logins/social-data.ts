import type { Answer } from '#platform/api/client.ts';
import { isRecord, safeSessionStorage } from '#platform/storage/safe-storage.ts';
import { storedJson } from '#platform/storage/stored-value.ts';

export type Provider = 'google' | 'apple';
export const providerName: Record<Provider, string> = { google: 'Google', apple: 'Apple' };

type SocialAnswer = Answer<'googleCallback'>;
export type GoogleData = NonNullable<SocialAnswer['google_data']>;
export type AppleData = NonNullable<SocialAnswer['apple_data']>;
type DataOf = { google: GoogleData; apple: AppleData };

/** A visitor's proven identity, kept in this tab until they are a member. */
export const socialData = <P extends Provider>(provider: P) =>
  storedJson(
    safeSessionStorage,
    `${provider}_registration_data`,
    (value): value is DataOf[P] => isRecord(value) && typeof value.proof === 'string',
  );
