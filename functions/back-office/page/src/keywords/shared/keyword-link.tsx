import { hrefOf } from '../../routing/route.ts';
import '../../shared/plain-link.css';
import { SiteText } from '../../shared/site-text.tsx';
import { longTailQuery, type LongTailSearch } from './keyword-address.ts';

interface KeywordLinkProps extends Partial<Omit<LongTailSearch, 'keyword'>> {
  keyword: string;
  /** Query of the search that it is found by. */
  from?: string;
}

/** A keyword, which leads to its long tail. */
export function KeywordLink({ keyword, language = '', country = '', from }: KeywordLinkProps) {
  const query = longTailQuery({ keyword, language, country }, from);
  return (
    <a className="plain-link" href={hrefOf({ view: 'long-tail', query })}>
      <SiteText>{keyword}</SiteText>
    </a>
  );
}
