import { isRecord } from '#platform/storage/safe-storage.ts';

/** The screens of the app that the theme editor shows. */
export const appScreens = ['home', 'calendar', 'session', 'chat'] as const;
export type AppScreen = (typeof appScreens)[number];

/** From the editor to its frame: what to show. */
export type PreviewMessage = { type: 'theme-preview'; screen: AppScreen; name: string; theme: unknown };
/** From the frame to the editor: it listens now. */
export const previewReady = { type: 'theme-preview-ready' } as const;

const isOwn = ({ origin, data }: MessageEvent, type: string): boolean =>
  origin === window.location.origin && isRecord(data) && data.type === type;

export const isReady = (event: MessageEvent) => isOwn(event, previewReady.type);

/** A message of our own editor; anyone else's is ignored. */
export const previewMessageOf = (event: MessageEvent): PreviewMessage | null =>
  event.source === window.parent && isOwn(event, 'theme-preview') ? (event.data as PreviewMessage) : null;
