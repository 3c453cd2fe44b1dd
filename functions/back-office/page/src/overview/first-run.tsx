import { useState } from 'react';
import type { DomainAnswer } from '../../../../core/record/record.ts';
import type { WorkFailure } from '../../../contract.ts';
import { Acting, useApi } from '../api/use-api.ts';
import { DomainIssueList } from '../domain/overview/domain-issue-list.tsx';
import { useDomainIssues } from '../domain/overview/domain-issues.ts';
import { useDomain } from '../domain/use-domain.ts';
import { AddForm } from '../domains/add/add-form.tsx';
import { translateMessage } from '../language/messages.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Spinner } from '../ui/feedback.tsx';
import { Card } from '../ui/layout.tsx';
import { Missing } from '../ui/missing.tsx';
import { scoreTone } from '../ui/score-tone.ts';
import { KeyNumber, KeyNumbers } from '../ui/values.tsx';
import { DemoOffer } from './demo-offer.tsx';

/** In place of the overview while there are no domains: adds the first one, and shows its first result. */
export function FirstRun({ hasDemo, onLoaded }: { hasDemo: boolean; onLoaded: () => void }) {
  const t = useTranslate();
  const [added, setAdded] = useState<string | null>(null);
  if (added !== null) return <FirstResult domain={added} onDone={onLoaded} />;
  return (
    <Card title={t('overview.first')} description={t('overview.first_hint')}>
      <Acting>
        <AddForm
          hasSandbox={hasDemo}
          onAdded={(outcomes) => {
            const fetched = outcomes.filter(({ refused }) => refused === null);
            if (fetched.length === 1) setAdded(fetched[0]!.name);
            else onLoaded();
          }}
        />
        {hasDemo && <DemoOffer onLoaded={onLoaded} />}
      </Acting>
    </Card>
  );
}

const MAX_FIXES = 3;

/** The first result of a domain that was just added, while it is fetched, and what to do next. */
function FirstResult({ domain, onDone }: { domain: string; onDone: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const { run, busy } = useAction();
  const [isCrawling, setIsCrawling] = useState(false);
  const { details } = useDomain(domain, () => {});
  const data = details.data;
  const record = data?.record;
  const describe = ({ code, message }: WorkFailure) =>
    translateMessage(`errors.codes.${code}`, { message, values: { domain } }, t);
  return (
    <Card title={data?.domain_unicode ?? domain}>
      {data?.failure ? (
        <p role="alert">{t('overview.first_failed', { message: describe(data.failure) })}</p>
      ) : !record ? (
        <p className="ui-line ui-center ui-gap-2" role="status">
          <Spinner /> {t('overview.first_fetching')}
        </p>
      ) : (
        <>
          <KeyNumbers>
            <KeyNumber
              label={t('overview.score')}
              value={record.seo_score === null ? <Missing /> : String(record.seo_score)}
              tone={scoreTone(record.seo_score)}
              hint={record.page?.title}
            />
          </KeyNumbers>
          <Fixes record={record} />
        </>
      )}
      <div className="ui-after ui-row ui-gap-2">
        {isCrawling ? (
          <ButtonLink variant="primary" href={hrefOf({ view: 'domain', domain, tab: 'site' })}>
            {t('overview.first_crawling')}
          </ButtonLink>
        ) : (
          <Button
            variant="primary"
            isBusy={busy}
            onPress={() => {
              void run(async () => {
                await api.crawlSite(domain, {});
                setIsCrawling(true);
              });
            }}
          >
            {t('overview.first_crawl')}
          </Button>
        )}
        <ButtonLink href={hrefOf({ view: 'keys' })}>{t('overview.first_key')}</ButtonLink>
        <ButtonLink href={hrefOf({ view: 'domain', domain })}>{t('overview.first_open')}</ButtonLink>
        <Button variant="quiet" onPress={onDone}>
          {t('overview.first_done')}
        </Button>
      </div>
    </Card>
  );
}

/** What to fix first, in the order of the issues on the page of the domain, as far as its sources have answered. */
function Fixes({ record }: { record: DomainAnswer }) {
  const t = useTranslate();
  const issues = useDomainIssues(record, null);
  const isWhole = record.pending.length === 0;
  return (
    <>
      <h3 className="overview-fixes__title">{t(issues.length > 0 ? 'overview.first_fixes' : 'domain.issues.none')}</h3>
      <DomainIssueList domain={record.domain} of={issues.slice(0, MAX_FIXES)} />
      {!isWhole && <p className="ui-quiet ui-small">{t('overview.first_pending', { count: record.pending.length })}</p>}
    </>
  );
}
