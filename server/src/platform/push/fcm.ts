import type { PushMessage } from '@spotter/contract/notifications/push-message.ts';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import type { Config } from '#platform/config.ts';
import type { FcmAccount } from '../native-apps.ts';
import { keepSeconds } from './keep-seconds.ts';
import { phoneActions } from './phone-actions.ts';
import type { PushSender } from './sender.ts';

type FcmConfig = Pick<Config, 'FCM_ACCOUNT' | 'FCM_ORIGIN'>;

const PATIENCE_MS = 10_000;
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** A token is renewed before Google refuses it. */
const MARGIN_SECONDS = 60;

/** Sends pushes to Android phones through Firebase Cloud Messaging (HTTP v1). */
export function createFcm({ FCM_ACCOUNT: account, FCM_ORIGIN }: FcmConfig): PushSender {
  let token: { value: Promise<string>; until: number } | undefined;

  function accessToken(from: FcmAccount): Promise<string> {
    if (token && token.until > Date.now()) return token.value;
    const asked = askForToken(from);
    const kept = { value: asked.then((answer) => answer.access_token), until: Date.now() + PATIENCE_MS };
    token = kept;
    asked.then(
      ({ expires_in }) => {
        kept.until = Date.now() + (expires_in - MARGIN_SECONDS) * 1000;
      },
      () => {
        if (token === kept) token = undefined;
      },
    );
    return kept.value;
  }

  return {
    async send({ endpoint }, message, { isUrgent }) {
      if (!account) return 'gone';
      const answer = await fetch(`${FCM_ORIGIN}/v1/projects/${account.project_id}/messages:send`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: { authorization: `Bearer ${await accessToken(account)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ message: payloadOf(endpoint, message, isUrgent) }),
      });
      if (answer.ok) {
        await answer.body?.cancel();
        return 'sent';
      }
      // What is no JSON names no reason; the status still counts.
      const refusal = Refusal.safeParse(await answer.json().catch(() => null)).data?.error;
      if (isGone(answer.status, refusal)) return 'gone';
      if (answer.status === 401) token = undefined;
      throw new Error(`Firebase answered ${answer.status} ${refusal?.status ?? ''}.`);
    },
    close() {},
  };
}

const Refusal = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z
      .array(
        z.object({
          errorCode: z.string().optional(),
          fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
        }),
      )
      .default([]),
  }),
});

/** The app was deleted, or the token was never one of this project. Any other refusal may be about us. */
function isGone(status: number, refusal: z.output<typeof Refusal>['error'] | undefined): boolean {
  if (status === 410) return true;
  // A 404 alone may as well mean a wrong project.
  const details = refusal?.details ?? [];
  return details.some(
    ({ errorCode, fieldViolations }) =>
      errorCode === 'UNREGISTERED' ||
      errorCode === 'SENDER_ID_MISMATCH' ||
      fieldViolations?.some(({ field }) => field === 'message.token'),
  );
}

/** Data alone: Firebase would show a notification without buttons. The app makes it (android: PushService.java). */
function payloadOf(token: string, message: PushMessage, isUrgent: boolean) {
  const { to, id, title, body, url, tag, unread_count, silent_from, actions } = message;
  return {
    token,
    data: {
      ...{ to, title, body, url, tag, ...(id !== null && { id }) },
      // Every value is text.
      unread_count: String(unread_count),
      is_urgent: String(isUrgent),
      actions: JSON.stringify(phoneActions(actions)),
    },
    // Chats count on arriving at once, also on a sleeping phone.
    android: { priority: 'HIGH', ttl: `${keepSeconds(silent_from, new Date())}s` },
  };
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() });

/** Trades a statement signed with the account's key for an access token (RFC 7523). */
async function askForToken({ client_email, private_key, token_uri }: FcmAccount) {
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(private_key, 'RS256'));
  const answer = await fetch(token_uri, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  });
  if (!answer.ok) throw new Error(`Google's token endpoint answered ${answer.status}.`);
  return Token.parse(await answer.json());
}
