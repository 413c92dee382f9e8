import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const styles = readFileSync(`${import.meta.dirname}/../styles.css`, 'utf8');

test("text on an iPhone has the size of its settings, in the gym's own font", () => {
  const html = /@layer base \{\s+html \{([\s\S]+?)\n {2}\}\n/.exec(styles)?.[1] ?? '';
  // Other systems, Macs among them, give the page its size without it.
  const [onIphone, font] =
    /@supports \(font: -apple-system-body\) and \(-webkit-touch-callout: none\) \{[^}]*\s+font: (\S+);/.exec(html) ??
    [];
  expect(font).toBe('-apple-system-body');
  // The shorthand sets all of these, so they come after it.
  for (const own of ['line-height: 1.5;', 'font-family: var(--font-body);'])
    expect(html.lastIndexOf(own)).toBeGreaterThan(html.indexOf(onIphone!));
});
