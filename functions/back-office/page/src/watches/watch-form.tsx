import { useState } from 'react';
import type { NewWatch, Watch, WatchCondition } from '../../../contract.ts';
import { useLanguage, useTranslate } from '../language/use-language.ts';
import { type Language, languages } from '../language/choose-language.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Checkbox, RadioGroup, TextField } from '../ui/fields.tsx';
import { Select } from '../ui/select.tsx';
import { hasCredentials } from '../shared/has-credentials.ts';
import { AddCondition } from './add-condition.tsx';
import { CHOSEN_AT_FIRST, keyOf, OFFERED, useDescribeCondition } from './conditions.ts';
import './watches.css';

/** How often the sites are crawled by the watch. */
const INTERVALS = ['none', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Returns the crawls of a watch with another interval. */
function crawlOf(every: Interval, of: Watch | undefined): Exclude<NewWatch['crawl'], undefined> {
  if (every === 'none') return null;
  if (!of?.crawl) return { every };
  const { pages, include, exclude, depth, external, resources, extract } = of.crawl;
  return { every, pages, include, exclude, depth, external, resources, extract };
}

type SubjectKind = 'domains' | 'tag';

interface WatchFormProps {
  title: string;
  submit: string;
  /** The watch that is changed; without it, one is created. */
  of?: Watch;
  /** Domains of a new watch. */
  domains?: readonly string[];
  /** How often a new watch crawls; by default never. */
  every?: Interval;
  onSubmit: (values: NewWatch) => Promise<void>;
  onClose: () => void;
}

/** The form of a new or an existing watch, with all of its members. */
export function WatchForm({
  title,
  submit,
  of,
  domains: given = [],
  every = 'none',
  onSubmit,
  onClose,
}: WatchFormProps) {
  const t = useTranslate();
  const describe = useDescribeCondition();
  const { language: ofPage } = useLanguage();
  const [subject, setSubject] = useState<SubjectKind>(of?.domains === null ? 'tag' : 'domains');
  const [names, setNames] = useState((of?.domains ?? given).join('\n'));
  const [tag, setTag] = useState(of?.tag ?? '');
  const first = (of?.conditions as WatchCondition[] | undefined) ?? OFFERED.slice(0, CHOSEN_AT_FIRST);
  const [shown, setShown] = useState(() => {
    const own = new Set(first.map(keyOf));
    return [...first, ...OFFERED.filter((condition) => !own.has(keyOf(condition)))];
  });
  const [chosen, setChosen] = useState(() => new Set(first.map(keyOf)));
  const [interval, setInterval] = useState<Interval>(of ? (of.crawl?.every ?? 'none') : every);
  const [isMailed, setMailed] = useState(of?.mail ?? true);
  const [language, setLanguage] = useState<Language>(of?.language ?? ofPage);
  const [url, setUrl] = useState(of?.deliver?.url ?? '');

  const crawlsList = of?.crawl != null && of.crawl.urls_total + of.crawl.sitemaps_total > 0;
  const isPrivate = of?.crawl != null && hasCredentials(of.crawl);
  const domains = names.split(/[\s,，;]+/).filter(Boolean);
  const isComplete = chosen.size > 0 && (subject === 'tag' ? tag.trim() !== '' : domains.length > 0);

  function choose(condition: WatchCondition, isChosen: boolean) {
    const next = new Set(chosen);
    if (isChosen) next.add(keyOf(condition));
    else next.delete(keyOf(condition));
    setChosen(next);
  }
  function add(condition: WatchCondition) {
    if (!shown.some((each) => keyOf(each) === keyOf(condition))) setShown([...shown, condition]);
    choose(condition, true);
  }
  const values = (): NewWatch => ({
    ...(subject === 'tag' ? { tag: tag.trim() } : { domains }),
    conditions: shown.filter((condition) => chosen.has(keyOf(condition))),
    ...(interval !== of?.crawl?.every && { crawl: crawlOf(interval, of) }),
    deliver: url.trim() === '' ? null : { url: url.trim() },
    mail: isMailed,
    language,
  });

  return (
    <FormDialog
      title={title}
      submit={submit}
      isDisabled={!isComplete}
      onSubmit={() => onSubmit(values())}
      onClose={onClose}
    >
      {!of && (
        <RadioGroup
          label={t('watches.subject')}
          options={[
            { id: 'domains', text: t('watches.these_domains') },
            { id: 'tag', text: t('watches.domains_with_tag') },
          ]}
          value={subject}
          onChange={setSubject}
        />
      )}
      {subject === 'domains' ? (
        <TextField
          name="domains"
          label={t('watches.domain_names')}
          hint={t('watches.domain_names_hint')}
          rows={Math.min(6, domains.length + 2)}
          value={names}
          onChange={setNames}
        />
      ) : (
        <TextField
          name="tag"
          label={t('watches.tag')}
          value={tag}
          onChange={setTag}
          isDisabled={of !== undefined}
          {...(of && { hint: t('watches.tag_fixed') })}
        />
      )}
      <fieldset className="watch__conditions ui-fieldset ui-column ui-gap-2">
        <legend className="ui-strong">{t('watches.conditions')}</legend>
        {shown.map((condition) => (
          <Checkbox
            key={keyOf(condition)}
            isSelected={chosen.has(keyOf(condition))}
            onChange={(isChosen) => choose(condition, isChosen)}
          >
            {describe(condition)}
          </Checkbox>
        ))}
        <p className="ui-bare ui-quiet ui-small">{t('watches.explanation')}</p>
        <AddCondition onAdd={add} />
      </fieldset>
      <Select
        label={t('watches.crawls')}
        hint={t(crawlsList ? 'watches.crawls_list' : isPrivate ? 'watches.crawls_private' : 'watches.crawls_hint')}
        isDisabled={crawlsList || isPrivate}
        options={INTERVALS.map((id) => ({ id, text: t(`watches.intervals.${id}`) }))}
        value={interval}
        onChange={setInterval}
      />
      <fieldset className="watch__conditions ui-fieldset ui-column ui-gap-3">
        <legend className="ui-strong">{t('watches.receiver')}</legend>
        <Checkbox isSelected={isMailed} onChange={setMailed}>
          {t('watches.mail')}
        </Checkbox>
        {isMailed && (
          <Select
            label={t('watches.language')}
            options={languages.map((id) => ({ id, text: t(`watches.languages.${id}`) }))}
            value={language}
            onChange={setLanguage}
          />
        )}
        <TextField
          name="deliver.url"
          type="url"
          label={t('watches.url')}
          hint={t('watches.url_hint')}
          value={url}
          onChange={setUrl}
        />
      </fieldset>
    </FormDialog>
  );
}
