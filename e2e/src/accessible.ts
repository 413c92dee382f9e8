import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import { collectPairs } from './drawn-pairs.ts';

/** The looks of text whose colors have passed in this worker. */
const passed = new Set<string>();

/**
 * Nothing for axe to find in one part: unless said otherwise the window that lies over the page, or else the whole page.
 * Three quarters of axe's work is to compare colors, so text that looks like text that has passed isn't compared again.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  if (part) await page.locator(part).first().waitFor();
  // What has just been switched on is still fading in.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { faults, looks } = await page.evaluate(runAxe, { part, passed: [...passed] });
  expect(faults).toEqual([]);
  if (looks.length > 0) await collectPairs(page);
  for (const look of looks) passed.add(look);
}

/** Runs in the page. Frames are left out, because no screen has any. */
async function runAxe({ part, passed }: { part: string | undefined; passed: string[] }) {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const covered = document.querySelector('[role=dialog]') !== null;
  const selector = part ?? (covered ? '[role=dialog]' : 'html');

  const looks = new Map<Element, string>([[document.documentElement, '']]);
  /** What a text's colors come from: its own style and classes, and those of everything around it. */
  const lookOf = (element: Element): string => {
    const known = looks.get(element);
    if (known !== undefined) return known;
    const around = element.parentElement ? lookOf(element.parentElement) : '';
    const { color, backgroundColor, backgroundImage, opacity, filter, fontSize, fontWeight, textShadow } =
      getComputedStyle(element);
    const own = [color, backgroundColor, backgroundImage, opacity, filter, fontSize, fontWeight, textShadow];
    const look = shorten([around, element.tagName, element.getAttribute('class'), ...own].join());
    looks.set(element, look);
    return look;
  };
  const shorten = (text: string): string => {
    let [left, right] = [0, 1];
    for (let at = 0; at < text.length; at++) {
      left = Math.imul(left ^ text.charCodeAt(at), 2_654_435_761);
      right = Math.imul(right ^ text.charCodeAt(at), 1_597_334_677);
    }
    return (left >>> 0).toString(36) + (right >>> 0).toString(36);
  };

  const isText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
  /** Text for screen readers alone is one pixel high. */
  const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().height > 1;
  const texts = [...document.querySelectorAll(`:is(${selector}) *`)].filter((each) => isText(each) && isShown(each));
  const unknown = Map.groupBy(texts, lookOf);
  for (const look of passed) unknown.delete(look);

  const mark = 'data-uncompared';
  axe.configure({ rules: [{ id: 'color-contrast', selector: `[${mark}]` }] });
  const looksThatPass: string[] = [];
  const run = async (elements: Element[], options: import('axe-core').RunOptions) => {
    for (const each of elements) each.setAttribute(mark, '');
    const found = await axe.run(selector, { iframes: false, selectors: false, elementRef: true, ...options });
    for (const each of elements) each.removeAttribute(mark);
    for (const { id, nodes } of found.passes)
      if (id === 'color-contrast') for (const { element } of nodes) if (element) looksThatPass.push(lookOf(element));
    for (const look of looksThatPass) unknown.delete(look);
    return found.violations;
  };
  const violations = await run(
    [...unknown.values()].flatMap(([first]) => first ?? []),
    {},
  );
  // Where the first lies under something, another may not.
  const others = [...unknown.values()].flatMap(([, ...rest]) => rest);
  if (others.length > 0) violations.push(...(await run(others, { runOnly: ['color-contrast'] })));

  const faults = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html }) => html).slice(0, 3),
  }));
  return { faults, looks: looksThatPass };
}
