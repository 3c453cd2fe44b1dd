import type { DomainRow } from '../../../contract.ts';
import { useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { Link } from '../ui/link.tsx';

interface NotCrawledProps {
  list: { domains: readonly DomainRow[]; loading: boolean; error: unknown };
  /** Number of sites whose issues are known. */
  crawled: number;
}

/** States of how many domains no issue is known, and links to them. */
export function NotCrawled({ list: { domains, loading, error }, crawled }: NotCrawledProps) {
  const t = useTranslate();
  if (error !== null) return t('issues.others_unknown');
  const count = domains.length - crawled;
  if (loading || count <= 0) return null;
  return (
    <Link href={hrefOf({ view: 'domains', query: 'where=crawl=none' })}>{t('issues.not_crawled', { count })}</Link>
  );
}
