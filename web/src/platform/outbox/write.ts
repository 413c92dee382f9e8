import type { Person } from '@spotter/contract/users/users.ts';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { CallOptions } from '#platform/api/client.ts';

/** Whose screen shows the write. */
export type WriteContext = { queryClient: QueryClient; reader: Person };

export type SendOptions = Required<Pick<CallOptions, 'idempotencyKey'>> &
  Pick<CallOptions, 'onProgress' | 'keepalive' | 'signal'>;

/** How a write came to its end. */
export type Ending = {
  /** It had to wait, so its screen may be gone and the member may have forgotten it. */
  hasWaited: boolean;
};

/** One kind of write: how to show it, send it, and what to say of the answer. `Input` is stored on the device. */
export type Write<Input, Answer> = {
  /** Stored on the device, so it stays the same for ever. `routes/writes.ts` lists the writes of all features. */
  name: string;
  /** What it changes. Writes of one scope are sent in the order in which they were made. */
  scope(input: Input): string;
  /** Names it in the list of waiting changes, as a verb and its object: "Join Leg day". */
  words(input: Input): string;
  send(input: Input, options: SendOptions): Promise<Answer>;
  /** Shows it before the server answers. Must do no harm if it is shown already. Returns a function that reverts it. */
  show?(input: Input, context: WriteContext): () => void;
  /** What `show` changes: it's shown again when the server's answer, read before it has the write, would take it back. */
  shownIn?(input: Input): readonly QueryKey[];
  /** The member didn't ask for it and wouldn't miss it: it isn't counted among the waiting changes. */
  isQuiet?: boolean;
  /** A file may take longer than any other request. */
  isLarge?(input: Input): boolean;
  /** Only the server knows whether it succeeds, so that it isn't shown as done while it waits. */
  isUncertain?: boolean;
  /** A refused one stays with its reason, to be tried again or deleted: the member wrote it. */
  keepsRefused?: boolean;
  /** The latest one counts: an earlier one that still waits is dropped, as for a setting or how far a chat was read. */
  replaces?: boolean;
  /**
   * Counts once even after the server has forgotten its key: a message has its nonce, a chat is read only onwards. Any other
   * could double, or undo what the member has decided since.
   */
  canRepeat?: boolean;
  /** Shown when the server gives no reason. */
  failureText: string;
  onSent?(answer: Answer, input: Input, context: WriteContext, ending: Ending): void;
  /** True if it has informed the reader, or if there is nothing to say. */
  onRefused?(error: unknown, input: Input, context: WriteContext, ending: Ending): boolean;
  /** It was sent, refused or removed, here or in another tab. */
  onSettled?(input: Input, context: WriteContext): void;
};

export type AnyWrite = Write<unknown, unknown>;

/** The definitions that this tab has needed so far. */
export type KnownWrites = Map<string, AnyWrite>;

/** `waiting`: no answer for now; or another tab had the answer. */
export type Outcome<Answer> = { answer: Answer } | { refused: unknown } | 'waiting';

/** A write that the server has not confirmed yet, as it is stored on the device. */
export type Entry = {
  /** Also the Idempotency-Key and the nonce of a message: however often it is sent, it counts once. */
  id: string;
  owner: string;
  name: string;
  scope: string;
  words: string;
  isQuiet?: boolean | undefined;
  input: unknown;
  /** Rises with every write of this device, whatever its clock does. */
  order: number;
  writtenAt: string;
  /** `asked`: it may have been sent long ago, and only the member can say whether to send it again. */
  state: 'sending' | 'waiting' | 'asked' | 'failed';
  /** When it first went out. Its answer may have been lost since. */
  triedAt?: number | undefined;
  tries?: number | undefined;
  /** The next try, while the network is there and the server isn't. */
  notBefore?: number | undefined;
  /** Why the server refused it. */
  error?: string | undefined;
  /** How much of a photo has gone out, from 0 to 1; not stored. */
  progress?: number | undefined;
};
