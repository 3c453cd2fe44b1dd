import CollectionPreferences from '@cloudscape-design/components/collection-preferences';
import { useTranslate } from '../language/use-translate.ts';
import { useFormat } from '../language/use-format.ts';
import { useText } from '../language/use-language.ts';
import type { ColumnId } from './portfolio-columns.tsx';
import { PAGE_SIZES, type Settings } from './use-table-settings.ts';

/** Which columns the table has, in which order, and how many rows a page. */
export function TableSettings({ settings, onChange }: { settings: Settings; onChange: (settings: Settings) => void }) {
  const t = useTranslate();
  const { common } = useText();
  const format = useFormat();
  return (
    <CollectionPreferences
      title={t('portfolio.settings')}
      confirmLabel={common.save}
      cancelLabel={common.cancel}
      preferences={{ pageSize: settings.pageSize, contentDisplay: settings.columns }}
      pageSizePreference={{
        title: t('portfolio.rows'),
        options: PAGE_SIZES.map((value) => ({ value, label: t('portfolio.rows_of', { count: format.number(value) }) })),
      }}
      contentDisplayPreference={{
        title: t('portfolio.shown_columns'),
        options: settings.columns.map(({ id }) => ({
          id,
          label: t(`portfolio.columns.${id}`),
          ...(id === 'domain' && { alwaysVisible: true }),
        })),
      }}
      onConfirm={({ detail: { pageSize = settings.pageSize, contentDisplay = settings.columns } }) =>
        onChange({ pageSize, columns: contentDisplay as { id: ColumnId; visible: boolean }[] })
      }
    />
  );
}
