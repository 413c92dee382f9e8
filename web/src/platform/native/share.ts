import { Share } from '@capacitor/share';

/** The web's own way to share, which Android's web view lacks, opens the phone's share sheet. */
export function installShareSheet(): void {
  if ('share' in navigator) return;
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: async ({ title, text, url }: ShareData) => {
      await Share.share({ ...(title && { title, dialogTitle: title }), ...(text && { text }), ...(url && { url }) });
    },
  });
}
