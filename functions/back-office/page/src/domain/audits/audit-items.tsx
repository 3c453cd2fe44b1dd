import Box from '@cloudscape-design/components/box';
import Table from '@cloudscape-design/components/table';
import type { Audit } from '../../../../../shared/record/record.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';

/** What to fix: each place that an audit found. */
export function AuditItems({ items, total }: { items: Audit['audits'][number]['items']; total: number }) {
  const text = useText();
  const format = useFormat();
  return (
    <Table
      variant="embedded"
      wrapLines
      ariaLabels={{ tableLabel: text.audits.items }}
      items={items}
      columnDefinitions={[
        { id: 'reason', header: text.audits.reason, cell: ({ reason }) => reason, minWidth: 160 },
        {
          id: 'element',
          header: text.audits.element,
          cell: ({ element }) => <Box variant="code">{element}</Box>,
          minWidth: 200,
        },
        { id: 'url', header: text.audits.address, cell: ({ url }) => url, minWidth: 120 },
        { id: 'line', header: text.audits.line, cell: ({ line }) => line, minWidth: 80 },
      ]}
      footer={total > items.length && text.audits.items_more(format.number(total - items.length))}
    />
  );
}
