import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { TableProps } from '@cloudscape-design/components/table';
import { useState } from 'react';
import type { Audit } from '../../../../../core/record/record.ts';
import { useFormat } from '../../language/use-format.ts';
import { translateMessage } from '../../language/translate-message.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { useText } from '../../language/use-language.ts';
import { DataTable } from '../../shared/data-table.tsx';

type Item = Audit['audits'][number]['items'][number];

/** Shown at first; the record has up to a hundred. */
const FIRST = 10;

/** Each place that an audit found, the first ones until the others are asked for; columns that none has are left out. */
export function AuditItems({ items, total }: { items: Item[]; total: number }) {
  const text = useText();
  const t = useTranslate();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, FIRST);
  const columns = [
    {
      id: 'reason',
      header: text.audits.reason,
      cell: ({ reason, reason_code }) =>
        translateMessage(`audits.messages.${reason_code}`, { message: reason, params: {} }, t),
      minWidth: 160,
    },
    {
      id: 'element',
      header: text.audits.element,
      cell: ({ element }) => <Box variant="code">{element}</Box>,
      minWidth: 200,
    },
    { id: 'url', header: text.audits.address, cell: ({ url }) => url, minWidth: 120 },
    { id: 'line', header: text.audits.line, cell: ({ line }) => line, minWidth: 80 },
  ] as const satisfies TableProps.ColumnDefinition<Item>[];
  return (
    <DataTable
      variant="embedded"
      wrapLines
      ariaLabels={{ tableLabel: text.audits.items }}
      items={shown}
      columnDefinitions={columns.filter(({ id }) => id === 'reason' || items.some((item) => item[id] !== null))}
      footer={
        total > shown.length && (
          <>
            {text.audits.items_more(format.number(total - shown.length))}{' '}
            {items.length > shown.length && (
              <Button variant="inline-link" onClick={() => setWhole(true)}>
                {text.common.more}
              </Button>
            )}
          </>
        )
      }
    />
  );
}
