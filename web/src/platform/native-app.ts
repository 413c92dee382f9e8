type Bridge = { Capacitor?: { getPlatform?(): string; isNativePlatform?(): boolean } };

const bridge = () => (globalThis as Bridge).Capacitor;

/** True inside the native app, whose bridge is on the window before the page loads. */
export const isNative = () => bridge()?.isNativePlatform?.() === true;

/** Apple sign-in is offered on the web and on iOS. */
export const offersApple = () => bridge()?.getPlatform?.() !== 'android';

/** What an app was built with (`npm run ios`); the web has none of it. */
type Built = {
  /** The server's origin. An app's pages are on the phone. */
  server: string;
  /** The gym whose own app it is. */
  organization: { id: string; name: string } | null;
  /** The app's own client id at Google; Android needs none. */
  googleClientId: string | null;
};

declare const __APP__: Built | null;

export const builtApp: Built | null = __APP__;
