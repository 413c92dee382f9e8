import { isRecord } from '#platform/storage/safe-storage.ts';

/** The screens of the app that the theme editor shows. */
export const appScreens = ['home', 'calendar', 'session', 'chat'] as const;
export type AppScreen = (typeof appScreens)[number];

/** From the editor to its frame: what to show. */
export type PreviewMessage = { type: 'theme-preview'; screen: AppScreen; name: string; theme: unknown };
/** From the frame to the editor: it listens now, and it shows the first screen in the theme. */
export const previewReady = { type: 'theme-preview-ready' } as const;
export const previewDrawn = { type: 'theme-preview-drawn' } as const;

const isOwn = ({ origin, data }: MessageEvent, type: string): boolean =>
  origin === window.location.origin && isRecord(data) && data.type === type;

/** A message of this frame of ours. */
export const isFrom = (frame: HTMLIFrameElement | null, event: MessageEvent, message: { type: string }): boolean =>
  frame !== null && event.source === frame.contentWindow && isOwn(event, message.type);

/** A message of our own editor; anyone else's is ignored. */
export const previewMessageOf = (event: MessageEvent): PreviewMessage | null =>
  event.source === window.parent && isOwn(event, 'theme-preview') ? (event.data as PreviewMessage) : null;
