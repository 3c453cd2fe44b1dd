import './site-text.css';

/**
 * A text that a site or a searcher wrote: it wraps anywhere, and whatever its direction, the text around it keeps its
 * order.
 */
export function SiteText({ children }: { children: string }) {
  return <bdi className="site-text">{children}</bdi>;
}
