import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Page } from '../../../../contract.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { SiteText } from '../../shared/site-text.tsx';
import { When } from '../../shared/when.tsx';
import { SourceNotes } from '../../sources/source-notes.tsx';

/** The most important of a page. */
export function PageHead({ of: { seo_score, page, robots, sources, updated_at } }: { of: Page }) {
  const text = useText();
  const format = useFormat();
  const unknown = robots.allowed === false ? text.pages.forbidden : text.common.not_known;
  const textOf = (value: string | null | undefined) => {
    if (value === undefined) return unknown;
    return value === null ? text.common.none : <SiteText>{value}</SiteText>;
  };
  const allowed = { true: text.common.yes, false: text.common.no, null: text.common.not_known }[`${robots.allowed}`];
  return (
    <SpaceBetween size="m">
      <SourceNotes sources={sources} />
      <KeyValuePairs
        columns={4}
        items={[
          { label: text.domains.score, value: seo_score === null ? unknown : format.number(seo_score) },
          { label: text.overview.http_status, value: page?.http_status ?? unknown },
          { label: text.overview.title, value: textOf(page?.title) },
          { label: text.overview.description, value: textOf(page?.meta_description) },
          { label: text.pages.canonical, value: textOf(page?.canonical) },
          { label: text.pages.meta_robots, value: textOf(page?.meta_robots) },
          {
            label: text.pages.allowed,
            value: robots.rule === null ? allowed : `${allowed} (${robots.rule})`,
          },
          { label: text.domains.fetched, value: <When time={updated_at} /> },
        ]}
      />
    </SpaceBetween>
  );
}
