import type { ReactNode } from 'react';

const address = /\bhttps?:\/\/[^\s<>"'`]+/giu;
/** Signs at the end of a sentence don't belong to an address in it. */
const sentenceEnd = /[.,;:!?…»”’*_~]$/u;
const brackets: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** The address without what ends the sentence around it. A closing bracket stays if it was opened inside. */
function trimmed(text: string): string {
  let end = text;
  for (;;) {
    const last = end.at(-1) ?? '';
    const opening = brackets[last];
    const isOpen = opening !== undefined && end.split(opening).length < end.split(last).length;
    if (!sentenceEnd.test(end) && !isOpen) return end;
    end = end.slice(0, -1);
  }
}

/** Text whose web addresses are links. It stays text: nothing in it becomes markup. */
export function LinkedText({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let shown = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = trimmed(found);
    if (!URL.canParse(url)) continue;
    parts.push(
      text.slice(shown, index),
      <a
        key={index}
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="break-all underline underline-offset-2"
      >
        {url}
      </a>,
    );
    shown = index + url.length;
  }
  return shown === 0 ? text : [...parts, text.slice(shown)];
}
