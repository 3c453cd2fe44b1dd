import type { CreatedKey as CreatedKeyData } from '../../../../contract.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Stack } from '../../ui/page-header.tsx';

/** A first request with a key, for a terminal. The API is beside the workspace. */
function curlLine(value: string): string {
  const url = new URL('../api/v1/seo/query?domain=example.com', window.location.href);
  return `curl -H 'X-SEO-API-Key: ${value}' '${url.href}'`;
}

/** The value of a new key, which is not shown again. Only its buttons close it, not a press outside. */
export function CreatedKey({ created, onClose }: { created: CreatedKeyData; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog
      title={t('keys.created_title')}
      isKept
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <Stack>
        <Banner tone="warn">{t('keys.created_warning')}</Banner>
        <Facts
          of={[
            { label: t('keys.name'), value: created.name },
            { label: t('keys.plan'), value: created.plan ?? t('keys.no_plan') },
          ]}
        />
        <CopyText title={t('keys.value')} button={t('keys.copy')} testId="key-value">
          {created.value}
        </CopyText>
        <CopyText title={t('keys.try_it')} button={t('keys.copy_line')}>
          {curlLine(created.value)}
        </CopyText>
      </Stack>
    </Dialog>
  );
}
