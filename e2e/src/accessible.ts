import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The looks of text whose colors have passed in this worker. */
const passed = new Set<string>();

/**
 * Nothing for axe to find in one part: unless said otherwise the window that lies over the page, or else the whole page.
 * Three quarters of axe's work is to compare colors, so text that looks like text that has passed isn't compared again.
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  // What has just been switched on is still fading in.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { faults, looks } = await page.evaluate(runAxe, { part, passed: [...passed] });
  expect(faults).toEqual([]);
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

  const known = new Set(passed);
  const isText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
  const texts = [...document.querySelectorAll(`:is(${selector}) *`)].filter(isText);
  const unknown = Map.groupBy(texts, lookOf);
  for (const look of known) unknown.delete(look);

  const { violations } = await axe.run(selector, {
    iframes: false,
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: false } },
  });
  const looksThatPass: string[] = [];
  const compareColors = async (elements: Element[]) => {
    if (elements.length === 0) return;
    const found = await axe.run(elements, { runOnly: ['color-contrast'], iframes: false, elementRef: true });
    violations.push(...found.violations);
    const those = found.passes.flatMap(({ nodes }) =>
      nodes.flatMap(({ element }) => (element ? [lookOf(element)] : [])),
    );
    looksThatPass.push(...those);
    for (const look of those) unknown.delete(look);
  };
  await compareColors([...unknown.values()].flatMap(([first]) => (first ? [first] : [])));
  // Where the first is hidden or lies under something, another may not be.
  await compareColors([...unknown.values()].flatMap(([, ...others]) => others));

  const faults = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ html }) => html).slice(0, 3),
  }));
  return { faults, looks: looksThatPass };
}
