import { useEffect, useRef, useState } from 'react';
import { toasts } from '#platform/toasts/toasts.tsx';

const COPIED_MS = 2000;

/** Copies text and says so for two seconds. */
export function useCopy() {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // The user refused, or the page isn't on a secure address.
      toasts.error("Couldn't copy the link", { text: 'Select it and copy it yourself.' });
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  }
  return { copied, copy };
}
