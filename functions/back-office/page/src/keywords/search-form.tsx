import { useEffect, useMemo, useState } from 'react';
import { countries, engineIds, languages } from '../../../../core/keywords/choices.ts';
import { useLanguage, useTranslate } from '../language/use-language.ts';
import { Button } from '../ui/button.tsx';
import { CheckMenu, Select } from '../ui/select.tsx';
import { TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import {
  type KeywordSearch,
  longTailOfQuery,
  type LongTailSearch,
  parametersOf,
  searchOfQuery,
} from './keyword-address.ts';

interface FormProps<Search> {
  /** Of the address. */
  query: string;
  onSearch: (search: Search) => void;
}

const FILTERS = ['engine', 'word_count', 'score_min', 'score_max'] as const;

/** The parameters of a search, which is sent with the button or the Enter key. */
export function SearchForm({ query, onSearch }: FormProps<KeywordSearch>) {
  const t = useTranslate();
  const [search, setSearch] = useState(() => searchOfQuery(query));
  useEffect(() => setSearch(searchOfQuery(query)), [query]);
  const change = (next: Partial<KeywordSearch>) => setSearch((last) => ({ ...last, ...next }));
  const isEmpty = search.q.trim() === '' && search.domain.trim() === '';
  const given = parametersOf(searchOfQuery(query));
  const count = FILTERS.filter((name) => given[name] !== undefined).length;
  const engines = engineIds.filter((id) => search.engine.split(',').includes(id));
  const names = engines.map((id) => t(`keywords.engines.${id}`)).join(t('common.comma'));
  return (
    <Form layout="ui-column ui-gap-3" isReady={!isEmpty} onSubmit={() => onSearch(search)}>
      <div className="keywords-form__row ui-low ui-row ui-gap-3">
        <TextField label={t('keywords.terms')} value={search.q} onChange={(q) => change({ q })} />
        <TextField
          label={t('keywords.domain')}
          placeholder="example.com"
          value={search.domain}
          onChange={(domain) => change({ domain })}
        />
        <LocaleFields search={search} onChange={change} />
        <Button variant="primary" type="submit" icon="search" isDisabled={isEmpty}>
          {t('keywords.search')}
        </Button>
      </div>
      <details className="keywords-filters" open={count > 0}>
        <summary className="ui-summary ui-medium">{t('keywords.filters', { count })}</summary>
        <div className="keywords-filters__fields ui-low ui-row ui-gap-3">
          <CheckMenu
            options={engineIds.map((id) => ({ id, text: t(`keywords.engines.${id}`) }))}
            selected={engines}
            onChange={(chosen) => change({ engine: chosen.join(',') })}
          >
            {t('keywords.engines_chosen', { names: names || t('keywords.any_engine') })}
          </CheckMenu>
          <TextField
            label={t('keywords.word_count')}
            placeholder={t('keywords.word_count_hint')}
            value={search.word_count}
            onChange={(word_count) => change({ word_count })}
          />
          <TextField
            label={t('keywords.score_min')}
            placeholder="0"
            value={search.score_min}
            onChange={(score_min) => change({ score_min })}
          />
          <TextField
            label={t('keywords.score_max')}
            placeholder="100"
            value={search.score_max}
            onChange={(score_max) => change({ score_max })}
          />
          <Button type="submit" isDisabled={isEmpty}>
            {t('keywords.apply')}
          </Button>
        </div>
      </details>
    </Form>
  );
}

/** The keyword whose long tail is shown. */
export function LongTailForm({ query, onSearch }: FormProps<LongTailSearch>) {
  const t = useTranslate();
  const given = useMemo(() => longTailOfQuery(query), [query]);
  const [search, setSearch] = useState(given);
  useEffect(() => setSearch(given), [given]);
  const change = (next: Partial<LongTailSearch>) => setSearch((last) => ({ ...last, ...next }));
  const isEmpty = search.keyword.trim() === '';
  return (
    <Form layout="ui-column ui-gap-3" isReady={!isEmpty} onSubmit={() => onSearch(search)}>
      <div className="keywords-form__row ui-low ui-row ui-gap-3">
        <TextField
          label={t('keywords.long_tail.keyword')}
          value={search.keyword}
          onChange={(keyword) => change({ keyword })}
        />
        <LocaleFields search={search} onChange={change} />
        <Button variant="primary" type="submit" isDisabled={isEmpty}>
          {t('keywords.long_tail.show')}
        </Button>
      </div>
    </Form>
  );
}

interface Locale {
  language: string;
  country: string;
}

/** The language and the market in which engines are queried. */
function LocaleFields({ search, onChange }: { search: Locale; onChange: (change: Partial<Locale>) => void }) {
  const t = useTranslate();
  return (
    <>
      <CodeSelect
        label={t('keywords.language')}
        any={t('keywords.any_language')}
        codes={languages}
        type="language"
        value={search.language}
        onChange={(language) => onChange({ language })}
      />
      <CodeSelect
        label={t('keywords.country')}
        any={t('keywords.any_country')}
        codes={countries}
        type="region"
        value={search.country}
        onChange={(country) => onChange({ country })}
      />
    </>
  );
}

/** The id of the option for no code: an option needs one. */
const ANY = 'any';

interface CodeSelectProps {
  label: string;
  /** Text of the option for no code. */
  any: string;
  codes: string[];
  type: 'language' | 'region';
  /** Empty: none. */
  value: string;
  onChange: (value: string) => void;
}

/** A choice of codes by their names in the language of the page. */
function CodeSelect({ label, any, codes, type, value, onChange }: CodeSelectProps) {
  const { language: locale } = useLanguage();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type });
    const named = codes.map((code) => ({ id: code, text: names.of(code) ?? code }));
    // An address may have a code that is not offered, such as `pt-BR`: the service validates it.
    const others = value === '' || codes.includes(value) ? [] : [{ id: value, text: value }];
    return [
      { id: ANY, text: any },
      ...others,
      ...named.sort((one, other) => one.text.localeCompare(other.text, locale)),
    ];
  }, [codes, type, any, locale, value]);
  return (
    <Select label={label} options={options} value={value || ANY} onChange={(id) => onChange(id === ANY ? '' : id)} />
  );
}
