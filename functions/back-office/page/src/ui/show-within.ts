import { type RefObject, useEffect } from 'react';

/**
 * Scrolls a line that is wider than the screen sideways until its current element is in its middle, whenever another one
 * is. The page itself is not scrolled, as `scrollIntoView` would do.
 *
 * @param selector of the current element
 * @param current what identifies it
 */
export function useShownWithin(line: RefObject<HTMLElement | null>, selector: string, current: string): void {
  useEffect(() => {
    // Tabs are drawn after the effects of the first drawing.
    const frame = requestAnimationFrame(() => showWithin(line.current, selector));
    return () => cancelAnimationFrame(frame);
  }, [line, selector, current]);
}

function showWithin(line: HTMLElement | null, selector: string): void {
  const element = line?.querySelector(selector);
  if (!line || !element || line.scrollWidth <= line.clientWidth) return;
  const [outer, inner] = [line.getBoundingClientRect(), element.getBoundingClientRect()];
  line.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
