import type { TableProps } from '@cloudscape-design/components/table';
import type { ReactNode } from 'react';
import type { ComparedDomain } from '../../../contract.ts';
import { hrefOf } from '../routing/route.ts';
import '../shared/plain-link.css';

/** A column for each domain, headed by its name. */
export function domainColumns<Item>(
  domains: ComparedDomain[],
  cell: (item: Item, domain: ComparedDomain) => ReactNode,
): TableProps.ColumnDefinition<Item>[] {
  return domains.map((one) => ({
    id: one.domain,
    header: (
      <a className="plain-link" href={hrefOf({ view: 'domain', domain: one.domain })}>
        {one.domain_unicode}
      </a>
    ),
    cell: (item) => cell(item, one),
    minWidth: 140,
  }));
}
