import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import type { PushMessage } from '@spotter/contract/notifications/push-message.ts';
import { importPKCS8, SignJWT } from 'jose';
import type { Config } from '#platform/config.ts';
import type { ApnsKey } from '../native-apps.ts';
import { keepSeconds } from './keep-seconds.ts';
import { phoneActions } from './phone-actions.ts';
import type { PushSender } from './sender.ts';

type ApnsConfig = Pick<Config, 'APNS_KEYS' | 'APNS_ORIGIN' | 'IOS_APPS'>;

const PATIENCE_MS = 10_000;
/** Apple refuses a token after an hour, and new ones within 20 minutes of each other. */
const TOKEN_MS = 50 * 60 * 1000;

/** Sends pushes to iPhones through Apple, over one kept connection for each team. */
export function createApns({ APNS_KEYS, APNS_ORIGIN, IOS_APPS }: ApnsConfig): PushSender {
  const teams = new Map(APNS_KEYS.map((key) => [key.teamId, createTeam(APNS_ORIGIN, key)]));
  const teamOf = (appId: string | null) => teams.get(IOS_APPS.find((app) => app.appId === appId)?.teamId ?? '');
  return {
    async send({ endpoint, app_id }, message, { isUrgent }) {
      const team = teamOf(app_id);
      // The app, or its team's key, was taken out of the settings.
      if (!team) return 'gone';
      const { status, reason } = await team.post({
        ':method': 'POST',
        ':path': `/3/device/${endpoint}`,
        'apns-topic': app_id ?? '',
        'apns-push-type': 'alert',
        'apns-priority': '10',
        'apns-collapse-id': message.tag,
        'apns-expiration': String(Math.floor(Date.now() / 1000) + keepSeconds(message.silent_from, new Date())),
        body: JSON.stringify(payloadOf(message, isUrgent)),
      });
      if (status === 200) return 'sent';
      if (status === 410 || reason === 'BadDeviceToken' || reason === 'DeviceTokenNotForTopic') return 'gone';
      if (status === 403) team.renewToken();
      throw new Error(`Apple answered ${status} ${reason}.`);
    },
    close() {
      for (const team of teams.values()) team.close();
    },
  };
}

function payloadOf({ id, title, body, url, tag, unread_count, actions }: PushMessage, isUrgent: boolean) {
  const alert = body ? { title, body } : { title };
  const level = isUrgent ? 'time-sensitive' : 'active';
  // The app has a category for each first action (ios/App/App/PushActions.swift).
  const category = actions[0]?.name;
  return {
    aps: { alert, badge: unread_count, sound: 'default', 'thread-id': tag, 'interruption-level': level, category },
    id,
    url,
    actions: phoneActions(actions),
  };
}

type Request = Record<string, string> & { body: string };

/** One team's connection and the token that says who it is. */
function createTeam(origin: string, key: ApnsKey) {
  let session: ClientHttp2Session | undefined;
  let token: { signed: Promise<string>; until: number } | undefined;

  /** Apple may close the connection at any time; the next push opens another. */
  function connected(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(origin);
    const forget = () => {
      if (session === opened) session = undefined;
    };
    opened.on('error', forget).on('goaway', forget).on('close', forget);
    // A kept connection must not keep a server from ending.
    opened.unref();
    session = opened;
    return opened;
  }

  function authorization(): Promise<string> {
    if (!token || token.until < Date.now()) token = { signed: signToken(key), until: Date.now() + TOKEN_MS };
    return token.signed;
  }

  return {
    async post({ body, ...headers }: Request): Promise<{ status: number; reason: string }> {
      const authorized = { ...headers, authorization: `bearer ${await authorization()}` };
      const used = connected();
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const request = used.request(authorized, { signal });
      try {
        request.end(body);
        const [answer] = await once(request, 'response', { signal });
        return { status: Number(answer[':status']), reason: reasonOf(await text(request)) };
      } catch (error) {
        // A connection that gave no answer may be dead.
        used.destroy();
        throw new Error("Apple didn't answer.", { cause: error });
      }
    },
    renewToken() {
      token = undefined;
    },
    close: () => session?.close(),
  };
}

/** Why Apple refused a push, in its own word. */
function reasonOf(answer: string): string {
  try {
    return String(JSON.parse(answer).reason);
  } catch {
    return '';
  }
}

const signToken = async ({ teamId, keyId, pkcs8 }: ApnsKey) =>
  new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt()
    .sign(await importPKCS8(pkcs8, 'ES256'));
