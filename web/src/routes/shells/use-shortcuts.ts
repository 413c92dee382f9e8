import { useEffect } from 'react';

export type Shortcut = { keys: string; label: string; run: () => void };

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Single-key shortcuts, off while the user types or holds a modifier. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const shortcut = shortcuts.find(({ keys }) => keys === event.key);
      if (!shortcut) return;
      event.preventDefault();
      shortcut.run();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [shortcuts]);
}
