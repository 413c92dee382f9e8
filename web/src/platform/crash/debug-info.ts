import { APP_VERSION } from '#platform/version.ts';

/** Everything support needs to find the bug, as the crash screen shows and copies it. */
export function debugInfo(error: unknown): [label: string, value: string][] {
  const known = error instanceof Error ? error : new Error(String(error));
  const { innerWidth, innerHeight, devicePixelRatio } = window;
  const device = [
    `${innerWidth} × ${innerHeight} at ${devicePixelRatio}x`,
    navigator.language,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    navigator.onLine ? 'online' : 'offline',
  ];
  return [
    ['Error', known.message],
    ['Type', known.name],
    ['Build', APP_VERSION],
    ['Device', device.join(', ')],
    ['URL', withoutSecrets(window.location.href)],
    ['User agent', navigator.userAgent],
    ['Stack', known.stack ?? 'none'],
    ['Session storage', storedKeys()],
  ];
}

export const debugText = (error: unknown) =>
  debugInfo(error)
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n');

/** Users paste this into mails, so a reset link must not be part of it. */
function withoutSecrets(href: string): string {
  return href.replace(/([?&](?:reset|token|code)=)[^&#]+/g, '$1…');
}

function storedKeys(): string {
  try {
    return JSON.stringify(Object.fromEntries(Object.entries(sessionStorage)));
  } catch {
    return 'not readable';
  }
}
