import { useEffect } from 'react';
import { useText } from '../language/use-language.ts';

/** Gives the document the title of a view: what is shown, then where it stands, then the page's own name. */
export function useTitle(...parts: string[]) {
  const text = useText();
  const title = [...parts, text.title].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
