type Bridge = { Capacitor?: { getPlatform?: () => string } };

/** True inside the native app, whose bridge is on the window before the page loads. */
export const isNative = () => 'Capacitor' in globalThis;

/** Apple sign-in is offered on the web and on iOS. */
export const offersApple = () => (globalThis as Bridge).Capacitor?.getPlatform?.() !== 'android';
