import { useEffect } from 'react';
import { useTranslate } from '../language/use-language.ts';

/** In place of the numbers, which the browser counts when it prints. */
const MARKS = { page: '\u0001', pages: '\u0002' };
const COUNTERS: Record<string, string> = { [MARKS.page]: 'counter(page)', [MARKS.pages]: 'counter(pages)' };

/** Writes a text and the number of the page below each printed page; `report.css` has the places. */
export function usePrintedFooter(text: string): void {
  const t = useTranslate();
  const numbers = t('report.page_number', MARKS)
    .split(/([\u0001\u0002])/)
    .map((part) => COUNTERS[part] ?? JSON.stringify(part))
    .join(' ');
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--printed-text', JSON.stringify(text));
    style.setProperty('--printed-numbers', numbers);
    return () => {
      style.removeProperty('--printed-text');
      style.removeProperty('--printed-numbers');
    };
  }, [text, numbers]);
}
