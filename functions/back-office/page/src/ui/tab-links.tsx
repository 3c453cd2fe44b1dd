import './tab-links.css';

export interface TabLink {
  id: string;
  text: string;
  href: string;
  /** Number of what it shows, formatted. */
  count?: string;
}

interface TabLinksProps {
  /** Its name, for assistive technology. */
  label: string;
  links: readonly TabLink[];
  /** The id of the link whose content is shown. */
  current: string;
}

/** Links to the parts or the filters of a view, of which one is shown. They look like tabs, and each has an address. */
export function TabLinks({ label, links, current }: TabLinksProps) {
  return (
    <nav className="ui-tab-links" aria-label={label}>
      {links.map(({ id, text, href, count }) => (
        <a key={id} className="ui-tab-links__link" href={href} aria-current={id === current ? 'true' : undefined}>
          {text}
          {count !== undefined && <span className="ui-tab-links__count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}
