import type { DomainRow } from '../../../contract.ts';
import { useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { Link } from '../ui/link.tsx';

interface NotCrawledProps {
  list: { domains: readonly DomainRow[]; loading: boolean; error: unknown };
  /** Number of sites whose issues are known. */
  crawled: number;
}

const listOf = (crawl: 'limited' | 'none') => hrefOf({ view: 'domains', query: `where=crawl=${crawl}` });

/** States of how many sites not all issues may be known, and of how many domains none are, with links to them. */
export function NotCrawled({ list: { domains, loading, error }, crawled }: NotCrawledProps) {
  const t = useTranslate();
  if (error !== null) return t('issues.others_unknown');
  if (loading) return null;
  const limited = domains.filter(({ site }) => site?.complete === false).length;
  const unknown = domains.length - crawled;
  return (
    <>
      {limited > 0 && <Link href={listOf('limited')}>{t('issues.limited_count', { count: limited })}</Link>}{' '}
      {unknown > 0 && <Link href={listOf('none')}>{t('issues.not_crawled', { count: unknown })}</Link>}
    </>
  );
}
