import { useState, useSyncExternalStore } from 'react';

/** Rows that a phone shows at first, and with each press of the button below them: each is a card. */
const PHONE_ROWS = 20;

interface ShownRows {
  /** Number of rows to draw. */
  limit: number;
  showMore: () => void;
}

/**
 * How many rows of a list are drawn: a step more with each press of the button below them, and all on paper.
 *
 * @param key another one begins again, such as another search
 */
export function useShownRows(step: number, key = ''): ShownRows {
  const isPrinting = useIsPrinting();
  const [drawn, setDrawn] = useState<{ key: string; rows: number } | null>(null);
  const rows = drawn?.key === key ? drawn.rows : step;
  return { limit: isPrinting ? Infinity : rows, showMore: () => setDrawn({ key, rows: rows + step }) };
}

/** How many rows of a long table are drawn at once. @param wide on wider screens than a phone's */
export const useStep = (wide = Infinity): number => (useIsPhone() ? PHONE_ROWS : wide);

/** As in the style sheets of tables and of the frame. */
const phone = window.matchMedia('(width < 600px)');
const narrow = window.matchMedia('(width < 900px)');
const small = window.matchMedia('(width < 600px), (height < 600px)');

/** Whether tables are shown as cards. */
export const useIsPhone = () => useMatches(phone);

/** Whether there is no room for the sidebar, as on a tablet or at a zoom of 200 %. */
export const useIsNarrow = () => useMatches(narrow);

/** Whether there is room for little beside the content: on a phone, or in a low window, as at a zoom of 200 %. */
export const useIsSmall = () => useMatches(small);

const useMatches = (media: MediaQueryList) =>
  useSyncExternalStore(
    (onChange) => {
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => media.matches,
  );

let isPrinting = false;
const PRINT_EVENTS = ['beforeprint', 'afterprint'] as const;
for (const event of PRINT_EVENTS) {
  window.addEventListener(event, () => {
    isPrinting = event === 'beforeprint';
  });
}

/** Whether the page is being printed: then everything is drawn. */
export const useIsPrinting = () =>
  useSyncExternalStore(
    (onChange) => {
      for (const event of PRINT_EVENTS) window.addEventListener(event, onChange);
      return () => PRINT_EVENTS.forEach((event) => window.removeEventListener(event, onChange));
    },
    () => isPrinting,
  );
