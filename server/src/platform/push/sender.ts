import type { PushMessage } from '@spotter/contract/notifications/push-message.ts';

/** Where a push goes: the push host's address for a browser, the push service's token for an app on a phone. */
export type PushDevice = {
  platform: 'web' | 'ios' | 'android';
  endpoint: string;
  p256dh: string | null;
  auth: string | null;
  app_id: string | null;
};

/** `gone`: the device no longer takes pushes at this address. Every other refusal throws, and is tried again. */
export type Outcome = 'sent' | 'gone';

export type PushSender = {
  send(device: PushDevice, message: PushMessage, options: { isUrgent: boolean }): Promise<Outcome>;
  close(): void;
};
