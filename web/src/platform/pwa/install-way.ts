import { isNative } from '#platform/native-app.ts';
import { installPrompt, wasInstalled } from './install-prompt.ts';

/**
 * How the app gets onto this device: by the browser's own question, by Safari's share sheet, by the menu of another
 * browser, or not at all.
 */
export type InstallWay = 'prompt' | 'share-sheet' | 'menu' | 'dock';

/** Whether this page runs as the installed app. */
const isStandalone = () =>
  isNative() ||
  window.matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

export function installWay(): InstallWay | null {
  if (wasInstalled() || isStandalone()) return null;
  if (installPrompt()) return 'prompt';
  if ('standalone' in navigator) return 'share-sheet';
  if (/Android/.test(navigator.userAgent)) return 'menu';
  // Chrome and Edge say Safari too, and ask themselves.
  return /Macintosh.*Version\/\d+.*Safari/.test(navigator.userAgent) ? 'dock' : null;
}
