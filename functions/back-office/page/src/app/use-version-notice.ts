import { useEffect } from 'react';
import { useText } from '../language/use-language.ts';
import { isOutdated, loadAnew } from '../loading/new-version.ts';
import { useNotify } from '../loading/use-notify.ts';

/** An open tab asks no more often than this. */
const LOOK_EVERY_MS = 60_000;

/** Offers a new version of the page, when the tab is looked at again. */
export function useVersionNotice() {
  const text = useText();
  const { notify, failed } = useNotify();
  useEffect(() => {
    let last = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < LOOK_EVERY_MS) return;
      last = Date.now();
      const action = { text: text.version.load, act: () => void loadAnew().catch(failed) };
      // A tab that cannot ask has nothing to offer.
      void isOutdated().then(
        (outdated) =>
          outdated && notify({ type: 'info', header: text.version.is_new, detail: text.version.kept, action }),
        () => {},
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [text, notify, failed]);
}
