type Given = { probes: Record<string, string>; themes: Record<string, string>[]; measured?: string[] };
type Seen = { pairs: string[]; looks: string[]; faint: string[]; where: Record<string, string> };

/**
 * Runs in the page. Finds each pair of text and ground, such as `text-primary on bg-main`, in the page as it is and as if
 * everything were hovered. Then sets the colors of each theme and measures one text of each look, unless it is `measured`
 * already: two tokens look the same wherever they meet. It leaves the page as it was.
 */
export function lookAtColors({ probes, themes, measured = [] }: Given): Seen {
  const root = document.documentElement;
  // The landing page is ours, not a gym's.
  if (!document.getElementById('root')) return { pairs: [], looks: [], faint: [], where: {} };
  const nameOf = (token: string) => token.replace('--color-', '');
  const own = Object.keys(probes).map((token) => [token, root.style.getPropertyValue(token)] as const);
  const wear = (tokens: Record<string, string>) => {
    for (const [token, color] of Object.entries(tokens)) root.style.setProperty(token, color);
  };

  /** Hover rules are changed in their own places, so that the cascade stays as it is. */
  const undo: (() => void)[] = [];
  const hoverable = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule && /hover: ?hover/.test(rule.conditionText)) {
        const { mediaText } = rule.media;
        undo.push(() => (rule.media.mediaText = mediaText));
        rule.media.mediaText = 'all';
      }
      if (rule instanceof CSSStyleRule && rule.selectorText.includes(':hover')) {
        const { selectorText } = rule;
        undo.push(() => (rule.selectorText = selectorText));
        rule.selectorText = selectorText.replaceAll(':hover', ':is(:hover,[data-hovered] *)');
      }
      if (rule instanceof CSSGroupingRule) hoverable(rule.cssRules);
    }
  };
  for (const sheet of document.styleSheets) hoverable(sheet.cssRules);

  wear(probes);
  const probe = document.createElement('i');
  document.body.append(probe);
  const known = new Map<string, string>();
  const round = (color: string) => color.replace(/-?\d*\.\d+(e-?\d+)?/g, (part) => Number(part).toFixed(2));
  for (const [token, color] of Object.entries(probes)) {
    known.set(color, nameOf(token));
    // A translucent token is computed in another notation.
    probe.style.color = `color-mix(in oklab, ${color} 50%, transparent)`;
    known.set(round(getComputedStyle(probe).color.replace(/ \/.*/, ')')), nameOf(token));
  }
  probe.remove();

  const opacityOf = (color: string) => {
    if (color === 'transparent' || color === 'none') return 0;
    const share = /[,/] ?([\d.]+)\)$/.exec(color)?.[1];
    return /^rgba|\//.test(color) && share ? Number(share) : 1;
  };
  /** Only a translucent color is compared roughly: one that two tokens make may come close to a third. */
  const tokenOf = (color: string) =>
    known.get(color) ?? (color.includes('/') ? known.get(round(color.replace(/ \/.*/, ')'))) : undefined) ?? 'mixed';

  const groundColor = (element: Element) => {
    const { backgroundColor, fill } = getComputedStyle(element);
    return element instanceof SVGGeometryElement ? fill : backgroundColor;
  };
  /** From the top to the first ground that covers the rest. */
  const groundsOf = (behind: Element[]): Element[] => {
    const grounds = behind.filter((element) => opacityOf(groundColor(element)) > 0);
    const solid = grounds.findIndex((element) => opacityOf(groundColor(element)) === 1);
    return solid < 0 ? grounds : grounds.slice(0, solid + 1);
  };
  /** A bar that covers nine tenths of what scrolls under it counts as its own color. */
  const groundName = (layers: string[]): string => {
    const [top, ...below] = layers;
    if (!top) return 'bg-main';
    const share = opacityOf(top);
    return share >= 0.9 ? tokenOf(top) : `${tokenOf(top)}/${share} over ${groundName(below)}`;
  };

  const isFaded = (element: Element): boolean =>
    Number(getComputedStyle(element).opacity) < 1 || (element.parentElement ? isFaded(element.parentElement) : false);
  const hasText = (element: Element) =>
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
  const field =
    'input:not([type=checkbox], [type=radio], [type=range], [type=color], [type=file]), textarea, select, svg';
  const texts = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      (hasText(element) || element.matches(field)) &&
      element.checkVisibility({ checkVisibilityCSS: true }) &&
      element.getBoundingClientRect().height > 1 &&
      !element.closest(':disabled, [aria-disabled=true], [data-other-theme]') &&
      !isFaded(element),
  );
  /** The tick of a checkbox lies over it, beside it in the page. */
  const carrierOf = (element: Element) =>
    (element.matches('.peer ~ svg') && element.parentElement?.querySelector('.peer')) || element;
  const colorsOf = (element: Element): string[] => {
    const { color, fill } = getComputedStyle(element);
    if (element instanceof SVGTextContentElement) return [fill];
    if (element.matches('input, textarea')) return [color, getComputedStyle(element, '::placeholder').color];
    return [color];
  };

  /** A wall hides what is on the other side of it, so only what is on one side is painted together. */
  const wallOf = (element: Element) => element.closest('[role=dialog], [role=alertdialog], [role=menu], #root');
  const painted = [...document.body.querySelectorAll('*')]
    .filter(
      (element) =>
        !element.closest('[data-other-theme]') &&
        opacityOf(groundColor(element)) > 0 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    )
    .map((element) => ({ element, box: element.getBoundingClientRect(), wall: wallOf(element) }));
  const rowsOf = (element: Element): DOMRect[] => {
    const words = [...element.childNodes].find(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
    if (!words) return [element.getBoundingClientRect()];
    const range = document.createRange();
    range.selectNodeContents(words);
    return [...range.getClientRects()].slice(0, 3);
  };
  const pointsOf = (element: Element) =>
    rowsOf(element).flatMap(({ left, right, top, bottom }) =>
      [left + 2, (left + right) / 2, right - 2].map((x) => ({ x, y: (top + bottom) / 2 })),
    );
  const lineOf = (element: Element): Element[] =>
    element.parentElement ? [element, ...lineOf(element.parentElement)] : [element];
  /**
   * What is painted behind a text, from the top: what it is in, and where something else lies there too, such as the bar
   * of an option in a poll, what the browser really paints at the text's start, middle and end.
   */
  const behindOf = (element: Element): Element[][] => {
    const wall = wallOf(element);
    const points = pointsOf(element);
    const isCrossed = painted.some(
      (other) =>
        other.wall === wall &&
        points.some(
          ({ x, y }) => x > other.box.left && x < other.box.right && y > other.box.top && y < other.box.bottom,
        ) &&
        !other.element.contains(element) &&
        !element.contains(other.element),
    );
    if (!isCrossed) return [lineOf(element)];
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const seen = pointsOf(element).flatMap(({ x, y }) => {
      const hit = document.elementsFromPoint(x, y);
      const at = hit.indexOf(element);
      return at < 0 ? [] : [hit.slice(at).filter((each) => each.checkVisibility({ opacityProperty: true }))];
    });
    return seen.length > 0 ? seen : [lineOf(element)];
  };
  // What takes no presses is painted all the same.
  const pressable = new CSSStyleSheet();
  pressable.replaceSync('* { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(pressable);
  const scrolled = [...document.querySelectorAll('*')].map((element) => [element, element.scrollTop] as const);
  const behind = new Map(texts.map((element) => [element, behindOf(carrierOf(element))]));
  for (const [element, top] of scrolled) if (element.scrollTop !== top) element.scrollTop = top;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== pressable);

  const found = new Map<string, { element: Element; grounds: Element[]; place: number; hovered: boolean }>();
  for (const hovered of [false, true]) {
    root.toggleAttribute('data-hovered', hovered);
    for (const [element, grounds] of texts.flatMap((text) =>
      behind.get(text)!.map((each) => [text, groundsOf(each)] as const),
    )) {
      const layers = grounds.map(groundColor);
      for (const [place, color] of colorsOf(element).entries()) {
        if (opacityOf(color) === 0) continue;
        const pair = `${tokenOf(color)} on ${groundName(layers)}`;
        // Each member's face has another color.
        const key = pair.includes('mixed') ? `${pair} ${layers[0]}` : pair;
        if (!found.has(key)) found.set(key, { element, grounds, place, hovered });
      }
    }
  }
  root.removeAttribute('data-hovered');
  /** By pair, an element that shows it. */
  const where: Record<string, string> = {};
  for (const [key, { element }] of found) {
    const pair = key
      .split(' ')
      .slice(0, key.includes('/') ? 5 : 3)
      .join(' ');
    where[pair] ??= element.outerHTML.slice(0, 120);
  }
  const pairs = Object.keys(where);

  const looks = [...found.keys()];
  for (const look of measured) found.delete(look);

  const faint: string[] = [];
  if (themes.length > 0 && found.size > 0) {
    // Styling the whole page again for each theme would take most of the time.
    const kept = new Set<Element>();
    const hide = (element: HTMLElement) => {
      const { display } = element.style;
      undo.push(() => (element.style.display = display));
      element.style.display = 'none';
    };
    for (const { element, grounds } of found.values())
      for (const each of [element, ...grounds].flatMap((one) => lineOf(carrierOf(one)))) kept.add(each);
    for (const element of document.body.querySelectorAll<HTMLElement>('*'))
      if (!kept.has(element) && element.parentElement && kept.has(element.parentElement)) hide(element);

    const paper = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;
    const light = (layers: string[]) => {
      for (const color of layers) {
        paper.fillStyle = color;
        paper.fillRect(0, 0, 1, 1);
      }
      const [red, green, blue] = [...paper.getImageData(0, 0, 1, 1).data].map((byte) => {
        const share = byte / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    for (const hovered of [false, true]) {
      root.toggleAttribute('data-hovered', hovered);
      const shown = [...found].filter(([, { hovered: isHovered }]) => isHovered === hovered);
      for (const [index, theme] of themes.entries()) {
        wear(theme);
        for (const [pair, { element, grounds, place }] of shown) {
          const layers = grounds.map(groundColor).reverse();
          const [below, above] = [light(layers), light([...layers, colorsOf(element)[place]!])];
          const ratio = (Math.max(below, above) + 0.05) / (Math.min(below, above) + 0.05);
          // A mixed color is rounded once more when it is drawn.
          if (ratio < (pair.includes('mixed') || layers.length > 1 ? 4.4 : 4.495))
            faint.push(`theme ${index}: ${pair}, ${ratio.toFixed(2)}:1 in ${element.outerHTML.slice(0, 90)}`);
        }
      }
    }
  }
  root.removeAttribute('data-hovered');
  for (const restore of undo) restore();
  for (const [token, color] of own) color ? root.style.setProperty(token, color) : root.style.removeProperty(token);
  return { pairs, looks, faint, where };
}
