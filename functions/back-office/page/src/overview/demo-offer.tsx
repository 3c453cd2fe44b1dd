import { useApi } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction } from '../loading/use-notify.ts';
import { Button } from '../ui/button.tsx';

const DEMO_DOMAIN = /^demo-.*\.example$/;

/** Whether the demo portfolio is among the domains. */
export const hasDemoDomains = (rows: readonly { domain: string }[]) =>
  rows.some(({ domain }) => DEMO_DOMAIN.test(domain));

/** Offers the demo portfolio, which only the local runner has. */
export function DemoOffer({ onLoaded }: { onLoaded: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const { run, busy } = useAction();
  return (
    <div className="overview-demo">
      <p>{t('overview.demo_hint')}</p>
      <Button
        isBusy={busy}
        onPress={() => {
          void run(async () => {
            await api.loadDemo();
            onLoaded();
          });
        }}
      >
        {t('overview.demo_load')}
      </Button>
    </div>
  );
}
