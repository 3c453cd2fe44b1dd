import { useTranslate } from '../../language/use-language.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { hrefOfTab } from '../tabs.ts';
import '../domain.css';
import type { DomainIssue } from './domain-issues.ts';

/** Issues of a domain, each with a link to the element that it is about. */
export function DomainIssueList({ domain, of }: { domain: string; of: readonly DomainIssue[] }) {
  const t = useTranslate();
  return (
    <ul className="ui-list">
      {of.map(({ severity, text, tab, target, audit }) => (
        <li key={text} className="domain-issue ui-line ui-center ui-gap-3">
          <Icon name={severity} tone={severity === 'error' ? 'bad' : 'warn'} />
          <span className="visually-hidden">{t(`site.severity.${severity}`)}</span>
          <Link href={hrefOfTab(domain, tab, target)}>{text}</Link>
          <span className="ui-quiet ui-small ui-regular">
            {t(`domain.tabs.${tab}`)}
            {audit !== undefined && ` · ${audit}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
