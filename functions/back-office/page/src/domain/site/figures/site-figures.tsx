import ColumnLayout from '@cloudscape-design/components/column-layout';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { SiteAnswer } from '../../../../../../core/record/site-schema.ts';
import { useFormat } from '../../../language/use-format.ts';
import { useSiteText } from '../../../language/site/use-site-text.ts';
import { type Figure, FigureGroup } from './figure-group.tsx';
import { MostLinked } from './most-linked.tsx';
import { SkippedAddresses } from './skipped-addresses.tsx';

/** All figures of a crawl, by what they are about. */
export function SiteFigures({ domain, of }: { domain: string; of: SiteAnswer }) {
  const { pages, depth, links, external, resources, sitemap, duplicates, most_linked, skipped } = of;
  const text = useSiteText();
  const format = useFormat();
  const clicks = Object.entries(depth ?? {})
    .toSorted(([one], [other]) => Number(one) - Number(other))
    .map(([level, count]): Figure => [text.clicks(Number(level)), format.number(count)]);
  /** Figures by the names of their members. */
  const named = (names: Readonly<Record<string, string>>, counts: Record<string, number> | null) =>
    Object.entries(counts ?? {}).map(([name, count]): Figure => [names[name] ?? name, format.number(count)]);
  const ofTargets = (counts: SiteAnswer['external']) => {
    const { total = 0, broken = 0, unchecked = 0 } = counts ?? {};
    return named(text.targets, counts && { total, broken, unchecked });
  };
  return (
    <SpaceBetween size="l">
      <FigureGroup title={text.pages.title} columns={4} figures={named(text.pages, pages)} />
      <FigureGroup title={text.depth} columns={4} figures={clicks} empty={text.no_depth} />
      <ColumnLayout columns={2}>
        <FigureGroup title={text.links.title} columns={2} figures={named(text.links, links)} />
        {Object.entries({ external, resources }).map(([kind, counts]) => (
          <FigureGroup
            key={kind}
            title={text.targets[kind as 'external' | 'resources']}
            columns={2}
            figures={ofTargets(counts)}
            empty={text.targets.none}
          />
        ))}
        <FigureGroup
          title={text.sitemap.title}
          columns={2}
          figures={named(text.sitemap, sitemap)}
          empty={text.sitemap.none}
        />
        <FigureGroup title={text.duplicates.title} columns={2} figures={named(text.duplicates, duplicates)} />
      </ColumnLayout>
      <MostLinked domain={domain} of={most_linked ?? []} />
      <SkippedAddresses of={skipped ?? []} />
    </SpaceBetween>
  );
}
