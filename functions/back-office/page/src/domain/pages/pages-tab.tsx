import Box from '@cloudscape-design/components/box';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { PageSummary } from '../../../../contract.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { hrefOf } from '../../routing/route.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { When } from '../../shared/when.tsx';
import { AskForPage } from './ask-for-page.tsx';
import { usePages } from './use-pages.ts';
import { Acting } from '../../api/role.ts';
import { ListTable } from '../../shared/list-table.tsx';

/** Single pages of a domain that are stored, and a field to ask for another. */
export function PagesTab({ domain }: { domain: string }) {
  const text = useText();
  const format = useFormat();
  const pages = usePages(domain);
  const scoreOf = ({ seo_score, allowed }: PageSummary) => {
    if (seo_score !== null) return format.number(seo_score);
    return allowed === false ? text.pages.forbidden : text.common.not_known;
  };
  return (
    <SpaceBetween size="m">
      <Acting>
        <AskForPage domain={domain} />
      </Acting>
      <ListTable
        of={pages}
        variant="embedded"
        ariaLabels={{ tableLabel: text.domain.tabs.pages }}
        trackBy="url"
        empty={text.pages.empty}
        columnDefinitions={[
          {
            id: 'url',
            header: text.overview.address,
            cell: ({ url }) => (
              <Link href={hrefOf({ view: 'page', domain, url })}>
                <SiteText>{url}</SiteText>
              </Link>
            ),
            isRowHeader: true,
            minWidth: 200,
          },
          {
            id: 'title',
            header: text.overview.title,
            cell: ({ title }) => (title === null ? text.common.none : <SiteText>{title}</SiteText>),
            minWidth: 160,
          },
          { id: 'score', header: text.domains.score, cell: scoreOf, minWidth: 100 },
          {
            id: 'http',
            header: text.overview.http_status,
            cell: ({ http_status }) => http_status ?? text.common.not_known,
            minWidth: 100,
          },
          {
            id: 'fetched',
            header: text.domains.fetched,
            cell: ({ updated_at, failed }) => (
              <>
                <When time={updated_at} />
                {failed && <Box color="text-status-error">{text.pages.failed}</Box>}
              </>
            ),
            minWidth: 160,
          },
        ]}
      />
    </SpaceBetween>
  );
}
