import { BiometricAuth, BiometryType } from '@aparajita/capacitor-biometric-auth';
import { App } from '@capacitor/app';
import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** Set on this phone until its member signs out. */
const lock = storedText(safeLocalStorage, 'biometric-lock');

export const isLockOn = () => lock.read() !== null;

const names: Partial<Record<BiometryType, string>> = {
  [BiometryType.faceId]: 'Face ID',
  [BiometryType.touchId]: 'Touch ID',
  [BiometryType.fingerprintAuthentication]: 'your fingerprint',
};

/** What this phone unlocks with, in words; null if it can't. */
export async function readBiometry(): Promise<string | null> {
  const { isAvailable, biometryType } = await BiometricAuth.checkBiometry();
  return isAvailable ? (names[biometryType] ?? 'your face or fingerprint') : null;
}

/** False when the member cancels or isn't recognized. The phone's passcode works too. */
export async function unlock(reason: string): Promise<boolean> {
  try {
    await BiometricAuth.authenticate({
      reason,
      cancelTitle: 'Cancel',
      allowDeviceCredential: true,
      androidTitle: reason,
    });
    return true;
  } catch {
    return false;
  }
}

/** Turned on or off by the member whose face or finger the phone knows, and by nobody else. */
export async function setLock(on: boolean): Promise<boolean> {
  if (!(await unlock(on ? 'Turn on the lock' : 'Turn off the lock'))) return false;
  if (on) lock.write('on');
  else lock.remove();
  return true;
}

/** While the lock is on, the app is covered as soon as it leaves the front: then the phone takes its picture of it. */
export function coverWhileAway(cover: () => () => void): () => void {
  let uncover: (() => void) | undefined;
  const handle = App.addListener('appStateChange', ({ isActive }) => {
    if (!isActive && isLockOn()) uncover ??= cover();
    else {
      uncover?.();
      uncover = undefined;
    }
  });
  return () => void handle.then((added) => added.remove());
}

/** A glance at another app needs no new unlock. */
export const UNLOCKED_FOR_MS = 60_000;

/** Calls when the app comes back after it was away for longer. Returns the function that ends it. */
export function hearReturns(onReturn: () => void): () => void {
  let leftAt: number | null = null;
  const handle = App.addListener('appStateChange', ({ isActive }) => {
    if (!isActive) leftAt ??= Date.now();
    else {
      if (leftAt !== null && Date.now() - leftAt > UNLOCKED_FOR_MS) onReturn();
      leftAt = null;
    }
  });
  return () => void handle.then((added) => added.remove());
}
