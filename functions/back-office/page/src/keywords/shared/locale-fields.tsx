import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useMemo } from 'react';
import { countries, languages } from '../../../../../core/keywords/choices.ts';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { useLanguage } from '../../language/use-language.ts';

interface CodeFieldProps {
  /** Empty: nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
}

/** In which language engines are asked, by its BCP 47 tag. */
export function LanguageField(props: CodeFieldProps) {
  const { language, any_language } = useKeywordsText();
  return <CodeField label={language} any={any_language} codes={languages} type="language" {...props} />;
}

/** In which market engines are asked, by its ISO 3166-1 code. */
export function MarketField(props: CodeFieldProps) {
  const { country, any_country } = useKeywordsText();
  return <CodeField label={country} any={any_country} codes={countries} type="region" {...props} />;
}

interface CodesProps extends CodeFieldProps {
  label: string;
  /** Said where nothing is chosen. */
  any: string;
  codes: string[];
  type: 'language' | 'region';
}

/** A choice of codes by their names in the language of the page. */
function CodeField({ label, any, codes, type, value, onChange }: CodesProps) {
  const { language: locale } = useLanguage();
  const options = useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type });
    const named = codes.map((code) => ({ value: code, label: names.of(code) ?? code }));
    return [{ value: '', label: any }, ...named.sort((one, other) => one.label.localeCompare(other.label, locale))];
  }, [codes, type, any, locale]);
  return (
    <FormField label={label}>
      <Select
        filteringType="auto"
        options={options}
        // An address may have what the page does not offer, such as `pt-BR`: the service judges it.
        selectedOption={options.find((option) => option.value === value) ?? { value, label: value }}
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}
