import { useState } from 'react';
import { Acting, useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction } from '../loading/use-notify.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/layout.tsx';
import { TextField } from '../ui/fields.tsx';
import { FirstResult } from './first-result.tsx';

/** In place of the overview while there are no domains: adds the first one, and shows its first result. */
export function FirstRun({ hasDemo, onLoaded }: { hasDemo: boolean; onLoaded: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const [name, setName] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const { run, busy } = useAction();
  const demo = useAction();
  if (added !== null) return <FirstResult domain={added} onDone={onLoaded} />;

  async function add() {
    const domain = hostOf(name);
    await api.changeDomains({ domains: [domain], follow: true });
    await api.refresh(domain);
    setAdded(domain);
  }
  return (
    <Card title={t('overview.first')} description={t('overview.first_hint')}>
      <Acting>
        <form
          className="overview-first"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') void run(add);
          }}
        >
          <TextField
            label={t('overview.first_field')}
            value={name}
            onChange={setName}
            placeholder="example.com"
            hint={t('overview.followed_by_default')}
            autoFocus
          />
          <Button type="submit" variant="primary" isBusy={busy}>
            {t('overview.first_add')}
          </Button>
        </form>
        {hasDemo && (
          <div className="overview-demo">
            <p>{t('overview.demo_hint')}</p>
            <Button
              isBusy={demo.busy}
              onPress={() => {
                void demo.run(async () => {
                  await api.loadDemo();
                  onLoaded();
                });
              }}
            >
              {t('overview.demo_load')}
            </Button>
          </div>
        )}
      </Acting>
    </Card>
  );
}

/** Returns the host of a pasted address, or the text without the spaces around it. */
function hostOf(text: string): string {
  const trimmed = text.trim();
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed).hostname : trimmed;
}
