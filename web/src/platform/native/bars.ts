import { Capacitor, SystemBars, SystemBarsStyle } from '@capacitor/core';
import { Keyboard, KeyboardStyle } from '@capacitor/keyboard';

/** The phone's bars and keyboard follow the theme, which marks itself in the page's head. */
export function followTheme(): void {
  let shown: boolean | undefined;
  const apply = () => {
    const isDark = document.documentElement.style.colorScheme === 'dark';
    if (isDark === shown) return;
    shown = isDark;
    void SystemBars.setStyle({ style: isDark ? SystemBarsStyle.Dark : SystemBarsStyle.Light });
    if (Capacitor.getPlatform() === 'ios')
      void Keyboard.setStyle({ style: isDark ? KeyboardStyle.Dark : KeyboardStyle.Light });
  };
  apply();
  new MutationObserver(apply).observe(document.documentElement, { attributeFilter: ['style'] });
}
