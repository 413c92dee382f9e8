type Bridge = { Capacitor?: { getPlatform?: () => string } };

/** True inside the wrapper, which puts its bridge on the window before the page loads. */
export const isNative = () => 'Capacitor' in globalThis;

/** Apple sign-in is offered on the web and on iOS. */
export const offersApple = () => (globalThis as Bridge).Capacitor?.getPlatform?.() !== 'android';
