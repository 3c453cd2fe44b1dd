/**
 * Scrolls a line that is wider than the screen sideways until an element of it is in its middle. The page itself is not
 * scrolled, as `scrollIntoView` would do.
 */
export function showWithin(line: HTMLElement | null, selector: string): void {
  const element = line?.querySelector<HTMLElement>(selector);
  if (!line || !element || line.scrollWidth <= line.clientWidth) return;
  const [outer, inner] = [line.getBoundingClientRect(), element.getBoundingClientRect()];
  line.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
