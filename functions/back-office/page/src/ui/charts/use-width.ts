import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in pixels, kept up to date; 0 until it is known. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    observer.observe(element.current!);
    setWidth(Math.floor(element.current!.clientWidth));
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
