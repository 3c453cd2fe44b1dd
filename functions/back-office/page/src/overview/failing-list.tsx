import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useTranslate } from '../language/use-translate.ts';
import '../shared/plain-link.css';
import type { Failing } from './failing.ts';

/** What needs a look, or that nothing does. */
export function FailingList({ of }: { of: Failing[] }) {
  const t = useTranslate();
  if (of.length === 0) return <StatusIndicator type="success">{t('overview.all_well')}</StatusIndicator>;
  return (
    <section aria-label={t('overview.failing')}>
      <SpaceBetween size="xxs">
        {of.map((failing) => (
          <StatusIndicator key={failing.href + failing.text} type="warning">
            <a className="plain-link" href={failing.href}>
              {failing.text}
            </a>
          </StatusIndicator>
        ))}
      </SpaceBetween>
    </section>
  );
}
