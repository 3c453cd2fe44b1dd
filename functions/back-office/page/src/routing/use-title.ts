import { useEffect } from 'react';
import { useTranslate } from '../language/use-translate.ts';

/** Gives the document the title of a view: what is shown, then where it stands, then the page's own name. */
export function useTitle(...parts: string[]) {
  const t = useTranslate();
  const title = [...parts, t('frame.product')].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
