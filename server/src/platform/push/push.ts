import type { Config } from '#platform/config.ts';
import { createApns } from './apns.ts';
import { createFcm } from './fcm.ts';
import type { PushSender } from './sender.ts';
import { createWebPush } from './web-push.ts';

/** Sends a push to any kind of device. */
export function createPushSender(config: Config): PushSender {
  const senders = { web: createWebPush(config), ios: createApns(config), android: createFcm(config) };
  return {
    send: (device, message, options) => senders[device.platform].send(device, message, options),
    close() {
      for (const sender of Object.values(senders)) sender.close();
    },
  };
}
