import { useEffect, useState } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import './loading.css';
import { isOutdated, loadAnew } from './new-version.ts';
import { useAction } from './use-action.ts';

/** In place of a part of the page whose code could not be loaded, or that has failed. It is loaded when the network is back. */
export function PartMissing() {
  const t = useTranslate();
  const { run, busy } = useAction();
  const [outdated, setOutdated] = useState(false);
  const [isUnreachable, setUnreachable] = useState(false);
  const load = () => void run(() => loadAnew().catch(() => setUnreachable(true)));
  useEffect(() => {
    void isOutdated().then(setOutdated, () => setUnreachable(true));
  }, []);
  useEffect(() => {
    if (!isUnreachable) return;
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [isUnreachable]);
  return (
    <Banner
      tone={outdated ? 'info' : 'bad'}
      title={<h1 className="part-missing">{t(outdated ? 'loading.new_version' : 'loading.part_missing')}</h1>}
      action={
        <Button isBusy={busy} onPress={load}>
          {t(outdated ? 'loading.load_new' : 'loading.load_page')}
        </Button>
      }
    >
      {t(isUnreachable ? 'loading.unreachable' : 'loading.stored_input')}
    </Banner>
  );
}
