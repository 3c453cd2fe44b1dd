import { useEffect, useState } from 'react';
import { useText } from '../language/use-language.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { isOutdated, loadAnew } from './new-version.ts';
import './part-missing.css';
import { useAction } from './use-action.ts';

/** In place of a part of the page whose code could not be loaded, or that has failed. */
export function PartMissing() {
  const text = useText();
  const { run, busy } = useAction();
  const [outdated, setOutdated] = useState(false);
  const [isUnreachable, setUnreachable] = useState(false);
  useEffect(() => {
    void isOutdated().then(setOutdated, () => setUnreachable(true));
  }, []);

  const load = () => run(() => loadAnew().catch(() => setUnreachable(true)));
  return (
    <Banner
      tone={outdated ? 'info' : 'bad'}
      title={<h1 className="part-missing">{outdated ? text.version.is_new : text.version.part_missing}</h1>}
      action={
        <Button isBusy={busy} onPress={() => void load()}>
          {outdated ? text.version.load : text.version.load_again}
        </Button>
      }
    >
      {isUnreachable ? text.errors.unreachable : text.version.kept}
    </Banner>
  );
}
