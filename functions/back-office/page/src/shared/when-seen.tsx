import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

/** How far below the window something is when it is drawn: as far as half of the window's height. */
const MARGIN = '50%';

interface WhenSeenProps {
  /** Of what is drawn, in pixels, so that nothing moves when it is. */
  height: number;
  children: ReactNode;
}

/** What takes long to load or to draw, from when it is about to be seen. */
export function WhenSeen({ height, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: MARGIN },
    );
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} style={{ minHeight: height }}>
      {isSeen && <Suspense fallback={null}>{children}</Suspense>}
    </div>
  );
}
