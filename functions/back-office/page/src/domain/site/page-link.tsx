import Link from '@cloudscape-design/components/link';
import { hrefOf } from '../../routing/route.ts';
import { SiteText } from '../../shared/site-text.tsx';

/** An address of the site, which leads to the audit of its page. */
export function PageLink({ domain, url }: { domain: string; url: string }) {
  return (
    <Link href={hrefOf({ view: 'page', domain, url })}>
      <SiteText>{url}</SiteText>
    </Link>
  );
}
