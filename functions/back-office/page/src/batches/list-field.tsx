import { type DragEvent, useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { TextField } from '../ui/fields.tsx';
import { FileButton, MAX_FILE_BYTES } from '../ui/file-button.tsx';
import './batches.css';
import { decodeFile, readDomains } from './new-batch.ts';

const ROWS = 8;

interface ListFieldProps {
  list: string;
  /** Number of domains in the list. */
  count: number;
  /** What is wrong with the list. */
  error: string | undefined;
  /** After the number of domains. */
  note?: string | undefined;
  onChange: (list: string) => void;
}

/** The domains: typed, pasted, or from a file, which can also be dropped. */
export function ListField({ list, count, error, note, onChange }: ListFieldProps) {
  const t = useTranslate();
  const [isTooLarge, setTooLarge] = useState(false);
  const [isOver, setOver] = useState(false);

  async function take(file: File | undefined) {
    if (!file) return;
    setTooLarge(file.size > MAX_FILE_BYTES);
    if (file.size > MAX_FILE_BYTES) return;
    onChange(readDomains(decodeFile(new Uint8Array(await file.arrayBuffer()))).join('\n'));
  }
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  }
  return (
    <div
      className={isOver ? 'batches-list ui-column ui-gap-2 batches-list--over' : 'batches-list ui-column ui-gap-2'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <TextField
        label={t('batches.list')}
        hint={t('batches.list_hint')}
        placeholder={'example.com\nexample.org'}
        rows={ROWS}
        value={list}
        onChange={onChange}
        error={error}
      />
      <div className="ui-gap-2 ui-gap-x-3 ui-row ui-center">
        <FileButton onChoose={(file) => void take(file)}>{t('batches.choose_file')}</FileButton>
        <span className="ui-quiet ui-small">{t('batches.drop_file')}</span>
        <span className="ui-end ui-medium ui-digits" role="status">
          {t('batches.domains', { count })}
          {note && ` · ${note}`}
        </span>
      </div>
      {isTooLarge && (
        <p className="ui-bad ui-small" role="alert">
          {t('batches.file_too_large')}
        </p>
      )}
    </div>
  );
}
