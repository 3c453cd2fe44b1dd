import { useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { TextField } from '../../ui/fields.tsx';
import { FileButton, MAX_FILE_BYTES } from '../../ui/file-button.tsx';

const ROWS = 6;

interface AddressListProps {
  kind: 'urls' | 'sitemaps';
  /** One address in each line. */
  value: string;
  onChange: (value: string) => void;
}

/** The addresses that a crawl requests alone: pasted, or from a file. */
export function AddressList({ kind, value, onChange }: AddressListProps) {
  const t = useTranslate();
  const [isTooLarge, setTooLarge] = useState(false);
  async function take(file: File) {
    setTooLarge(file.size > MAX_FILE_BYTES);
    if (file.size <= MAX_FILE_BYTES) onChange(linesOf(await file.text()).join('\n'));
  }
  return (
    <div className="ui-column ui-gap-2">
      <TextField
        name={`settings.${kind}`}
        label={t(`site.settings.kinds.${kind}`)}
        hint={t(`site.settings.${kind}_hint`)}
        value={value}
        onChange={onChange}
        rows={ROWS}
        error={isTooLarge ? t('site.settings.file_too_large') : undefined}
      />
      <div className="ui-row ui-center ui-gap-3">
        <FileButton onChoose={(file) => void take(file)}>{t('site.settings.choose_file')}</FileButton>
        <span className="ui-end ui-medium ui-digits" role="status">
          {t('site.settings.addresses', { count: linesOf(value).length })}
        </span>
      </div>
    </div>
  );
}

/** Returns the lines of a text that are not empty, without the quotation marks of CSV. */
export const linesOf = (text: string) =>
  text.split(/[\r\n]+/).flatMap(
    (line) =>
      line
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim() || [],
  );
