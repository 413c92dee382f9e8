/** True inside the iOS wrapper, which puts its bridge on the window before the page loads. */
export const isNative = () => 'Capacitor' in globalThis;
