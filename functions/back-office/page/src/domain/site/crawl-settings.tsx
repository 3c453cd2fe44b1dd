import { useState } from 'react';
import type { CrawlRequest } from '../../../../contract.ts';
import { PAGES_WITHOUT_PROOF } from '../../../../../core/crawls/page-limits.ts';
import { useTranslate } from '../../language/use-language.ts';
import { FormDialog } from '../../ui/dialog.tsx';
import { Checkbox, Segments, TextField } from '../../ui/fields.tsx';
import { leastWidth } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { AddressList, linesOf } from './address-list.tsx';
import { CredentialsFields, credentialsOf, NO_CREDENTIALS } from './credentials-fields.tsx';
import { extractOf, extractText } from './extract-lines.ts';
import { Proof } from './proof.tsx';

const MAX_DEPTH = 100;
/** Requests per second that can be chosen; all but the first need a proof of control. */
const RATES = ['1', '2', '5', '10'] as const;
/** What a crawl requests: by links from the home page, or the addresses of a list. */
const KINDS = ['links', 'urls', 'sitemaps'] as const;
type Kind = (typeof KINDS)[number];

interface CrawlSettingsProps {
  domain: string;
  last: CrawlRequest;
  most: number;
  submit: string;
  onStart: (crawl: CrawlRequest) => Promise<void>;
  onClose: () => void;
}

/** All settings of a crawl. */
export function CrawlSettings({
  domain,
  last: { pages, settings },
  most,
  submit,
  onStart,
  onClose,
}: CrawlSettingsProps) {
  const t = useTranslate();
  const [kind, setKind] = useState<Kind>('links');
  const [limit, setLimit] = useState(String(pages));
  const [include, setInclude] = useState(settings?.include?.join('\n') ?? '');
  const [exclude, setExclude] = useState(settings?.exclude?.join('\n') ?? '');
  const [depth, setDepth] = useState(settings?.depth == null ? '' : String(settings.depth));
  const [addresses, setAddresses] = useState('');
  const [extract, setExtract] = useState(extractText(settings?.extract ?? []));
  const [external, setExternal] = useState(settings?.external ?? false);
  const [resources, setResources] = useState(settings?.resources ?? false);
  const [rate, setRate] = useState(String(settings?.rate ?? RATES[0]));
  const [hasLogin, setLogin] = useState(false);
  const [credentials, setCredentials] = useState(NO_CREDENTIALS);
  const hasLimit = kind !== 'urls';
  const isLimitWrong = hasLimit && !isWholeNumber(limit, 1, most);
  const isDepthWrong = kind === 'links' && depth.trim() !== '' && !isWholeNumber(depth, 0, MAX_DEPTH);
  const hasNoAddress = kind !== 'links' && linesOf(addresses).length === 0;
  const paths = { include: linesOf(include), exclude: linesOf(exclude) };
  const scopes = {
    links: { ...paths, depth: depth.trim() === '' ? null : Number(depth) },
    urls: { urls: linesOf(addresses) },
    sitemaps: { ...paths, sitemaps: linesOf(addresses) },
  };
  const needsFile = rate !== RATES[0] || (hasLimit && Number(limit) > PAGES_WITHOUT_PROOF);
  const rules = extractOf(extract);
  const start = () =>
    onStart({
      // The addresses of a list decide how many pages there are.
      ...(hasLimit && { pages: Number(limit) }),
      settings: {
        ...scopes[kind],
        external,
        resources,
        rate: Number(rate),
        ...(rules.length > 0 && { extract: rules }),
        ...(hasLogin && credentialsOf(credentials)),
      },
    });
  return (
    <FormDialog
      title={t('site.settings.title')}
      submit={submit}
      isDisabled={isLimitWrong || isDepthWrong || hasNoAddress}
      onSubmit={start}
      onClose={onClose}
    >
      <Select<Kind>
        label={t('site.settings.kind')}
        options={KINDS.map((id) => ({ id, text: t(`site.settings.kinds.${id}`) }))}
        value={kind}
        onChange={setKind}
      />
      {kind !== 'links' && <AddressList key={kind} kind={kind} value={addresses} onChange={setAddresses} />}
      {hasLimit && (
        <div className="ui-grid ui-gap-3" style={leastWidth(180)}>
          <TextField
            name="pages"
            label={t('site.settings.pages')}
            value={limit}
            onChange={setLimit}
            hint={
              !isLimitWrong &&
              (most > PAGES_WITHOUT_PROOF
                ? t('site.settings.pages_proof_hint', { most, free: PAGES_WITHOUT_PROOF })
                : t('site.settings.pages_hint', { most }))
            }
            error={isLimitWrong ? t('site.settings.pages_hint', { most }) : undefined}
          />
          {kind === 'links' && (
            <TextField
              name="settings.depth"
              label={t('site.settings.depth')}
              value={depth}
              onChange={setDepth}
              hint={!isDepthWrong && t('site.settings.depth_hint')}
              error={isDepthWrong ? t('site.settings.depth_hint') : undefined}
            />
          )}
        </div>
      )}
      {hasLimit && (
        <>
          <TextField
            name="settings.include"
            label={t('site.settings.include')}
            value={include}
            onChange={setInclude}
            rows={2}
            hint={t('site.settings.patterns_hint')}
          />
          <TextField
            name="settings.exclude"
            label={t('site.settings.exclude')}
            value={exclude}
            onChange={setExclude}
            rows={2}
          />
        </>
      )}
      <div className="ui-column ui-gap-1">
        <Checkbox isSelected={external} onChange={setExternal}>
          {t('site.settings.external')}
        </Checkbox>
        <Checkbox isSelected={resources} onChange={setResources}>
          {t('site.settings.resources')}
        </Checkbox>
        <Checkbox isSelected={hasLogin} onChange={setLogin}>
          {t('site.settings.credentials')}
        </Checkbox>
      </div>
      {hasLogin && <CredentialsFields value={credentials} onChange={setCredentials} />}
      {hasLogin && !needsFile && <Proof domain={domain} isFileNeeded={false} />}
      <TextField
        name="settings.extract"
        label={t('site.settings.extract')}
        value={extract}
        onChange={setExtract}
        rows={2}
        hint={t('site.settings.extract_hint')}
      />
      <div className="ui-column ui-top ui-gap-1">
        <span className="ui-small ui-medium" aria-hidden="true">
          {t('site.settings.rate')}
        </span>
        <Segments
          label={t('site.settings.rate')}
          options={RATES.map((id) => ({ id, text: id }))}
          value={rate}
          onChange={setRate}
        />
      </div>
      {needsFile && <Proof domain={domain} isFileNeeded />}
    </FormDialog>
  );
}

const isWholeNumber = (text: string, least: number, most: number) =>
  /^\d{1,9}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
