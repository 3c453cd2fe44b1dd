import { useEffect } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { isOutdated, loadAnew } from '../loading/new-version.ts';
import { useNotify } from '../loading/use-notify.ts';

/** An open tab asks no more often than this. */
const LOOK_EVERY_MS = 60_000;

/** Offers a new version of the page, when the tab is looked at again. */
export function useVersionNotice() {
  const t = useTranslate();
  const { notify, failed } = useNotify();
  useEffect(() => {
    let last = Date.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - last < LOOK_EVERY_MS) return;
      last = Date.now();
      const action = { text: t('loading.load_new'), act: () => void loadAnew().catch(failed) };
      // A tab that cannot ask has nothing to offer.
      void isOutdated().then(
        (outdated) =>
          outdated &&
          notify({ type: 'info', header: t('loading.new_version'), detail: t('loading.stored_input'), action }),
        () => {},
      );
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [t, notify, failed]);
}
