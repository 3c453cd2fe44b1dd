import type { Page } from 'playwright-core';

/** A phone with a touch screen, held upright. */
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/** Minimum size of touch targets in CSS pixels: WCAG 2.2, 2.5.5. */
const TARGET = 44;

/** Returns elements that are cut off on the right and touch targets that are too small, except links in sentences. */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate((target) => {
    const nameOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 40)}`;
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const wide = [...document.querySelectorAll('body, table, dialog, [role=dialog]')].filter((element) => {
      const frame = element.tagName === 'TABLE' ? element.parentElement! : element;
      return isShown(element) && frame.scrollWidth > frame.clientWidth + 1;
    });
    const touched = [
      ...document.querySelectorAll('a[href], button, input, textarea, summary, [role=tab], [role=menuitem]'),
    ];
    const small = touched.filter((element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      const boxes = [element, ...labels].map((one) => one.getBoundingClientRect());
      const isInSentence = element.tagName === 'A' && element.closest('p') !== null;
      const isAside = boxes[0]!.width <= 1 || boxes[0]!.right < 0 || boxes[0]!.bottom < 0;
      return isShown(element) && !isInSentence && !isAside && !boxes.some(({ height }) => height >= target);
    });
    return [
      ...wide.map((element) => `cut off: ${nameOf(element)}`),
      ...small.map((element) => `small: ${nameOf(element)}`),
    ];
  }, TARGET);
}
