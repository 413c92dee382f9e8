import type { Page } from '@playwright/test';

/** The text of this many percent of its usual size, once the page has noticed it. */
export const setText = (page: Page, percent: number) =>
  page.evaluate(async (size) => {
    document.documentElement.style.fontSize = `${size}%`;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }, percent);

/**
 * What a reader of large text couldn't use on the screen as it is now. Runs in the page: the window on top, or else the
 * page, is looked at from its first control to its last.
 */
export async function faultsForLargeText(): Promise<string[]> {
  const faults: string[] = [];
  const root = document.documentElement;
  const layer = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.body;
  const nameOf = (element: Element) => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `${element.localName} "${name.trim().replaceAll(/\s+/g, ' ').slice(0, 60)}"`;
  };

  if (root.scrollWidth > root.clientWidth) {
    const isBeyond = (element: Element) => element.getBoundingClientRect().right > root.clientWidth + 1;
    const widest = [...layer.querySelectorAll('*')].findLast((each) => isBeyond(each) && each.checkVisibility());
    faults.push(`scrolls sideways: ${root.scrollWidth} px wide${widest ? ` by ${nameOf(widest)}` : ''}`);
  }

  /** Text for screen readers alone, and links that show themselves under the keyboard's focus. */
  const hidden = new Map<Element, boolean>();
  const isHidden = (element: Element): boolean => {
    const known = hidden.get(element);
    if (known !== undefined) return known;
    const { clipPath, position, top } = getComputedStyle(element);
    const isOut = clipPath !== 'none' || (position === 'absolute' && Number.parseFloat(top) < -50);
    const is = isOut || (element.parentElement !== null && isHidden(element.parentElement));
    hidden.set(element, is);
    return is;
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]') &&
    !isHidden(element);

  const control =
    'a[href], button, input, select, textarea, summary, [role=tab], [role=button], [role=switch], [role=combobox]';
  const belongsTo = (owner: Element, hit: Element | null) =>
    hit !== null && (owner.contains(hit) || hit.closest('label')?.control === owner);
  const isInView = ({ top, left, right, bottom }: DOMRect) =>
    top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
  /** Why a control can't be pressed where it stands now: null if it can. */
  const faultOf = (each: Element, box: DOMRect): string | null => {
    const hitAt = (x: number, y: number) => document.elementFromPoint(box.left + x, box.top + y);
    const hit = hitAt(box.width / 2, box.height / 2);
    if (!belongsTo(each, hit)) return `out of reach: ${nameOf(each)}${hit ? ` under ${nameOf(hit)}` : ''}`;
    const corners = [
      [4, 4],
      [box.width - 4, 4],
      [4, box.height - 4],
      [box.width - 4, box.height - 4],
    ] as const;
    const other = corners
      .map(([x, y]) => hitAt(x, y)?.closest(control))
      .find((found) => found && !found.contains(each) && !belongsTo(each, found));
    return other ? `overlap: ${nameOf(each)} and ${nameOf(other)}` : null;
  };
  let lastRow: Element | null = null;
  for (const each of layer.querySelectorAll(control)) {
    const isOff = each.matches(':disabled, [aria-disabled=true]') || getComputedStyle(each).pointerEvents === 'none';
    if (isOff || !isShown(each)) continue;
    // Scrolling to each took most of the time, and many are in reach as they are.
    const inPlace = each.getClientRects()[0];
    if (inPlace && isInView(inPlace) && !faultOf(each, inPlace)) continue;
    each.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    // A long list draws and measures the rows that come into view. Panels of tabs carry the same attribute.
    const row = each.closest('[data-index]:not([role=tabpanel])');
    if (row && row !== lastRow) for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    lastRow = row;
    const box = each.getClientRects()[0];
    if (!box || box.width < 3 || box.height < 3) continue;
    const fault = faultOf(each, box);
    if (fault) faults.push(fault);
  }

  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
  for (const each of layer.querySelectorAll<HTMLElement>('*')) {
    // The cells of a calendar cannot grow; what they say is in the session they open.
    if (!hasText(each) || each.closest('svg, select, textarea, [data-cells]') || !isShown(each)) continue;
    const { display, fontSize } = getComputedStyle(each);
    const em = Number.parseFloat(fontSize);
    const box = each.getBoundingClientRect();
    const rows = [...each.childNodes].flatMap((node) => {
      const text = document.createRange();
      text.selectNodeContents(node);
      return node.nodeType === Node.TEXT_NODE ? [...text.getClientRects()] : [];
    });
    const isBeyond = rows.some(({ left, right }) => right > box.right + em / 4 || left < box.left - em / 4);
    if (display !== 'inline' && isBeyond) faults.push(`cut or spilled: ${nameOf(each)}`);
    const lines = new Set(rows.map(({ top }) => Math.round(top))).size;
    const isNarrow = box.width < 3 * em && (each.textContent ?? '').trim().length > 6;
    if (isNarrow && lines > 2) faults.push(`squeezed into ${lines} lines: ${nameOf(each)}`);
  }
  // Letters in drawings grow only if the drawing does.
  const rem = Number.parseFloat(getComputedStyle(root).fontSize);
  for (const drawing of layer.querySelectorAll('svg')) {
    const letters = [...drawing.querySelectorAll('text')].filter((each) => each.checkVisibility());
    const edge = drawing.getBoundingClientRect();
    const boxes = letters.map((each) => each.getBoundingClientRect());
    for (const [index, each] of letters.entries()) {
      const size = Number.parseFloat(getComputedStyle(each).fontSize) * (each.getScreenCTM()?.a ?? 1);
      if (size < 0.65 * rem) faults.push(`doesn't grow: ${nameOf(each)}`);
      const box = boxes[index]!;
      if (box.left < edge.left - 2 || box.right > edge.right + 2) faults.push(`cut: ${nameOf(each)}`);
      const other = letters.find((_, at) => {
        const next = boxes[at]!;
        return (
          at > index &&
          Math.min(box.right, next.right) - Math.max(box.left, next.left) > 3 &&
          Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top) > 4
        );
      });
      if (other) faults.push(`overlap: ${nameOf(each)} and ${nameOf(other)}`);
    }
  }
  // In a cell that can't grow, a line is whole or left out. What a parent cuts off is not seen, and faces overlap.
  const seenPartOf = (each: Element, cell: Element) => {
    let { left, right, top, bottom } = each.getBoundingClientRect();
    for (let parent = each.parentElement; parent && cell.contains(parent); parent = parent.parentElement) {
      if (getComputedStyle(parent).overflow === 'visible') continue;
      const edge = parent.getBoundingClientRect();
      left = Math.max(left, edge.left);
      right = Math.min(right, edge.right);
      top = Math.max(top, edge.top);
      bottom = Math.min(bottom, edge.bottom);
    }
    return { left, right, top, bottom };
  };
  for (const cell of layer.querySelectorAll('[data-cells] [data-session]')) {
    if (!isShown(cell)) continue;
    const seen = [...cell.querySelectorAll('span')]
      .filter((each) => hasText(each) && !each.closest('[role=img]'))
      .map((each) => seenPartOf(each, cell))
      .filter(({ left, right }) => left < right);
    const isOver = seen.some((one, index) =>
      seen
        .slice(index + 1)
        .some(
          (other) =>
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 3 &&
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3,
        ),
    );
    if (isOver) faults.push(`lines over one another: ${nameOf(cell)}`);
  }
  scrollTo(0, 0);
  return faults;
}
