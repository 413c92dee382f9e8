import { Badge } from '@capawesome/capacitor-badge';

/** The web's own calls for the number on the app's icon, which web views lack. */
export function installBadge(): void {
  if ('setAppBadge' in navigator) return;
  const calls = {
    setAppBadge: (count = 0) => Badge.set({ count }),
    clearAppBadge: () => Badge.clear(),
  };
  for (const [name, value] of Object.entries(calls))
    Object.defineProperty(navigator, name, { configurable: true, value });
}
