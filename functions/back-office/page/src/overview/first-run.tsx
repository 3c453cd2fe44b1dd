import { useState } from 'react';
import type { WorkFailure } from '../../../contract.ts';
import { Acting, useApi } from '../api/use-api.ts';
import { useDomain } from '../domain/use-domain.ts';
import { useAuditTexts } from '../language/audit-texts.ts';
import { translateMessage } from '../language/messages.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Spinner } from '../ui/feedback.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Card } from '../ui/layout.tsx';
import { Missing } from '../ui/missing.tsx';
import { scoreTone } from '../ui/score-tone.ts';
import { KeyNumber, KeyNumbers } from '../ui/values.tsx';

/** In place of the overview while there are no domains: adds the first one, and shows its first result. */
export function FirstRun({ hasDemo, onLoaded }: { hasDemo: boolean; onLoaded: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const [name, setName] = useState('');
  const [added, setAdded] = useState<string | null>(null);
  const { run, busy } = useAction();
  const demo = useAction();
  if (added !== null) return <FirstResult domain={added} onDone={onLoaded} />;

  async function add() {
    const domain = hostOf(name);
    await api.changeDomains({ domains: [domain], follow: true });
    await api.refresh(domain);
    setAdded(domain);
  }
  return (
    <Card title={t('overview.first')} description={t('overview.first_hint')}>
      <Acting>
        <Form
          layout="overview-first ui-row ui-top ui-gap-3"
          isReady={name.trim() !== ''}
          onSubmit={() => void run(add)}
        >
          <TextField
            label={t('overview.first_field')}
            value={name}
            onChange={setName}
            placeholder="example.com"
            hint={t('overview.followed_by_default')}
            autoFocus
          />
          <Button type="submit" variant="primary" isBusy={busy}>
            {t('overview.first_add')}
          </Button>
        </Form>
        {hasDemo && (
          <div className="overview-demo">
            <p>{t('overview.demo_hint')}</p>
            <Button
              isBusy={demo.busy}
              onPress={() => {
                void demo.run(async () => {
                  await api.loadDemo();
                  onLoaded();
                });
              }}
            >
              {t('overview.demo_load')}
            </Button>
          </div>
        )}
      </Acting>
    </Card>
  );
}

/** Returns the host of a pasted address, or the text without the spaces around it. */
function hostOf(text: string): string {
  const trimmed = text.trim();
  return /^https?:\/\//i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed).hostname : trimmed;
}

const MAX_FIXES = 3;

/** The first result of a domain that was just added, while it is fetched, and what to do next. */
function FirstResult({ domain, onDone }: { domain: string; onDone: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const texts = useAuditTexts();
  const { run, busy } = useAction();
  const [isCrawling, setIsCrawling] = useState(false);
  const { details } = useDomain(domain, () => {});
  const data = details.data;
  const record = data?.record;
  const describe = ({ code, message }: WorkFailure) =>
    translateMessage(`errors.codes.${code}`, { message, values: { domain } }, t);
  const failed = record?.audit?.audits.filter(({ status }) => status === 'fail') ?? [];
  return (
    <Card title={data?.domain_unicode ?? domain} description={t('overview.followed_by_default')}>
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
          <h3 className="overview-fixes__title">
            {t(failed.length > 0 ? 'overview.first_fixes' : 'overview.first_fine')}
          </h3>
          <ol>
            {failed.slice(0, MAX_FIXES).map(({ id, title }) => (
              <li key={id}>
                {texts[id]?.failed ?? title}
                <span className="ui-quiet"> {texts[id]?.fix}</span>
              </li>
            ))}
          </ol>
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
