import { isNative } from '#platform/native-app.ts';

/** A short tap of the phone's motor with what a toast says. Nothing on the web. */
export function feel(outcome: 'success' | 'error'): void {
  if (!isNative()) return;
  void import('@capacitor/haptics').then(({ Haptics, NotificationType }) =>
    Haptics.notification({ type: outcome === 'success' ? NotificationType.Success : NotificationType.Error }),
  );
}

/** Switches and choices click. */
export async function feelChoices(): Promise<void> {
  const { Haptics } = await import('@capacitor/haptics');
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && /^(checkbox|radio)$/.test(target.type)) void Haptics.selectionChanged();
  });
}
