import type { TableProps } from '@cloudscape-design/components/table';
import type { SiteRow } from '../../../../../../core/record/site-schema.ts';
import { describeFailure } from '../../../language/describe-failure.ts';
import type { Dictionary } from '../../../language/dictionary.ts';
import type { Format } from '../../../language/format.ts';
import type { SiteDictionary } from '../../../language/site/site-dictionary.ts';
import { SiteText } from '../../../shared/site-text.tsx';
import { NOTHING } from '../../../shared/nothing.ts';
import { PageLink } from '../page-link.tsx';

interface Writing {
  site: SiteDictionary;
  text: Dictionary;
  format: Format;
}

/** The columns of the list of pages. */
export function pageColumns(domain: string, { site, text, format }: Writing): TableProps.ColumnDefinition<SiteRow>[] {
  const { list, rank } = site;
  return [
    {
      id: 'url',
      header: list.page,
      cell: ({ url }) => <PageLink domain={domain} url={url} />,
      isRowHeader: true,
      minWidth: 220,
    },
    {
      id: 'title',
      header: list.title,
      cell: (row) => titleOf(row, text),
      minWidth: 160,
    },
    { id: 'status', header: list.status, cell: (row) => statusOf(row, text), minWidth: 120 },
    {
      id: 'score',
      header: text.domains.score,
      cell: ({ seo_score }) => (seo_score === null ? NOTHING : format.number(seo_score)),
      minWidth: 100,
    },
    {
      id: 'indexable',
      header: list.indexable,
      cell: ({ reason }) => indexableOf(reason, list, text),
      minWidth: 140,
    },
    {
      id: 'depth',
      header: list.depth,
      cell: ({ depth, inlinks }) => {
        if (depth !== null) return format.number(depth);
        return inlinks === 0 ? list.unlinked : NOTHING;
      },
      minWidth: 90,
    },
    { id: 'inlinks', header: list.inlinks, cell: ({ inlinks }) => format.number(inlinks), minWidth: 90 },
    { id: 'rank', header: rank, cell: ({ internal_rank }) => format.number(internal_rank), minWidth: 100 },
    { id: 'issues', header: list.issues, cell: ({ issues }) => format.number(issues.length), minWidth: 90 },
  ];
}

function titleOf({ title, seo_score }: SiteRow, text: Dictionary) {
  if (title) return <SiteText>{title}</SiteText>;
  return seo_score === null ? NOTHING : text.common.none;
}

function statusOf({ http_status, failure }: SiteRow, text: Dictionary): string {
  if (failure !== null) return describeFailure({ code: failure }, text);
  return http_status === null ? text.common.not_known : String(http_status);
}

function indexableOf(reason: SiteRow['reason'], list: SiteDictionary['list'], text: Dictionary): string {
  if (reason === null) return text.common.yes;
  const why = list.reasons[reason];
  return reason === 'unknown' ? why : `${text.common.no} (${why})`;
}
