import { useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { hrefWith } from '../routing/use-route.ts';
import { Card } from '../ui/layout.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import type { Attention } from './attention.ts';

const MAX_NAMES = 3;

/** What needs attention, or that nothing does. */
export function AttentionCard({ of }: { of: Attention[] }) {
  const t = useTranslate();
  return (
    <Card title={t('overview.attention')} description={t('overview.attention_hint')}>
      {of.length === 0 ? (
        <p className="overview-well">
          <Icon name="success" /> {t('overview.all_well')}
        </p>
      ) : (
        <ul className="overview-attention">
          {of.map((one) => (
            <AttentionItem key={one.kind} of={one} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The view of a domain, with the errors of its site open where they need attention. */
function hrefOfDomain(kind: Attention['kind'], domain: string): string {
  if (kind !== 'site_errors') return hrefOf({ view: 'domain', domain });
  return hrefWith({ view: 'domain', domain, tab: 'site.issues' }, { severity: 'error' });
}

function AttentionItem({ of: { kind, tone, count, domains, href } }: { of: Attention }) {
  const t = useTranslate();
  const title = t(`overview.needs.${kind}`, { count });
  return (
    <li className={`overview-attention__item overview-attention__item--${tone}`}>
      <Icon name={tone === 'bad' ? 'error' : 'warning'} />
      <div>
        <div className="overview-attention__title">
          <Link href={href}>{title}</Link>
        </div>
        {domains.length > 0 && (
          <ul className="overview-attention__domains">
            {domains.slice(0, MAX_NAMES).map(({ domain, name, note }) => (
              <li key={domain}>
                <Link href={hrefOfDomain(kind, domain)}>{name}</Link>
                {note && (
                  <span className="overview-quiet">
                    {' '}
                    {t(note.key === 'days' && note.value < 0 ? 'overview.days_ago' : `overview.${note.key}`, {
                      count: Math.abs(note.value),
                    })}
                  </span>
                )}
              </li>
            ))}
            {count > MAX_NAMES && (
              <li className="overview-quiet">{t('overview.more', { count: count - MAX_NAMES })}</li>
            )}
          </ul>
        )}
      </div>
    </li>
  );
}
