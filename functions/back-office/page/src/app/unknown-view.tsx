import { useTranslate } from '../language/use-translate.ts';
import { useTitle } from '../routing/use-title.ts';
import { Card } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** In place of a view, for an address that leads to none. */
export function UnknownView() {
  const t = useTranslate();
  useTitle(t('unknown_view.title'));
  return (
    <>
      <PageHeader title={t('unknown_view.title')} />
      <Card>{t('unknown_view.text')}</Card>
    </>
  );
}
