import type { CrawlRequest } from '../../../../contract.ts';
import { useTranslate } from '../../language/use-language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { leastWidth } from '../../ui/layout.tsx';

const MAX_HEADERS = 10;

/** What a crawl sends to its site, as it is typed. */
export interface TypedCredentials {
  username: string;
  password: string;
  headers: readonly { name: string; value: string }[];
}

export const NO_CREDENTIALS: TypedCredentials = { username: '', password: '', headers: [] };

/** Returns what was typed as settings of a crawl; rows without a name and a value are left out. */
export function credentialsOf({
  username,
  password,
  headers,
}: TypedCredentials): NonNullable<CrawlRequest['settings']> {
  const named = headers.filter(({ name, value }) => name.trim() !== '' || value !== '');
  return {
    ...(username !== '' && { basic_auth: { username, password } }),
    ...(named.length > 0 && { headers: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])) }),
  };
}

interface CredentialsFieldsProps {
  value: TypedCredentials;
  onChange: (value: TypedCredentials) => void;
}

/** User name, password and headers that a site requires. */
export function CredentialsFields({ value, onChange }: CredentialsFieldsProps) {
  const t = useTranslate();
  const { headers } = value;
  const changeHeader = (index: number, changed: Partial<TypedCredentials['headers'][number]>) =>
    onChange({ ...value, headers: headers.map((each, at) => (at === index ? { ...each, ...changed } : each)) });
  return (
    <fieldset className="ui-fieldset ui-column ui-gap-3">
      <legend className="visually-hidden">{t('site.settings.credentials')}</legend>
      <p className="ui-bare ui-quiet ui-small">{t('site.settings.credentials_hint')}</p>
      <div className="ui-grid ui-gap-3" style={leastWidth(180)}>
        <TextField
          name="settings.basic_auth.username"
          label={t('site.settings.username')}
          value={value.username}
          onChange={(username) => onChange({ ...value, username })}
        />
        <TextField
          name="settings.basic_auth.password"
          type="password"
          label={t('site.settings.password')}
          value={value.password}
          onChange={(password) => onChange({ ...value, password })}
        />
      </div>
      {headers.map((header, index) => (
        <div key={index} className="ui-line ui-gap-2 site-header">
          <TextField
            label={t('site.settings.header_name', { number: index + 1 })}
            name={`settings.headers.${header.name}`}
            value={header.name}
            onChange={(name) => changeHeader(index, { name })}
          />
          <TextField
            type="password"
            label={t('site.settings.header_value', { number: index + 1 })}
            value={header.value}
            onChange={(given) => changeHeader(index, { value: given })}
          />
          <IconButton
            icon="close"
            label={t('site.settings.remove_header', { number: index + 1 })}
            onPress={() => onChange({ ...value, headers: headers.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {headers.length < MAX_HEADERS && (
        <div>
          <Button onPress={() => onChange({ ...value, headers: [...headers, { name: '', value: '' }] })}>
            {t('site.settings.add_header')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
