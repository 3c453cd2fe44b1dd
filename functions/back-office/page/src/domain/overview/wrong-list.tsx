import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useTranslate } from '../../language/use-translate.ts';
import { hrefOf } from '../../routing/route.ts';
import '../../shared/plain-link.css';
import type { Wrong } from './wrong.ts';

/** What is wrong with a domain, each with a link to where more of it is told. */
export function WrongList({ domain, of }: { domain: string; of: Wrong[] }) {
  const t = useTranslate();
  return (
    <section aria-label={t('domain.wrong.title')}>
      <Box variant="h2">{t('domain.wrong.title')}</Box>
      {of.length === 0 ? (
        <StatusIndicator type="success">{t('domain.wrong.nothing')}</StatusIndicator>
      ) : (
        <SpaceBetween size="xxs">
          {of.map(({ severity, text, tab }) => (
            <StatusIndicator key={text} type={severity} wrapText>
              <a className="plain-link" href={hrefOf({ view: 'domain', domain, tab })}>
                {text}
              </a>
            </StatusIndicator>
          ))}
        </SpaceBetween>
      )}
    </section>
  );
}
