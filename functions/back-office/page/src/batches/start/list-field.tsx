import FileUpload from '@cloudscape-design/components/file-upload';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { MAX_ROWS } from '../../../../../core/batches/batch.ts';
import { useFormat } from '../../language/use-format.ts';
import { useText } from '../../language/use-language.ts';
import { decodeFile } from './decode-file.ts';
import { MOST_AT_ONCE } from './new-batches.ts';
import { readDomains } from './read-domains.ts';

const MAX_FILE_BYTES = 10_000_000;
const ROWS = 8;

interface ListFieldProps {
  list: string;
  /** Of the domains in the list. */
  count: number;
  onChange: (list: string) => void;
}

/** The domains, typed, pasted, or taken out of a file. */
export function ListField({ list, count, onChange }: ListFieldProps) {
  const text = useText();
  const format = useFormat();
  const [isTooLarge, setTooLarge] = useState(false);
  const tooMany = count > MOST_AT_ONCE && text.batches.too_many(format.number(MOST_AT_ONCE));

  async function take(file: File) {
    setTooLarge(file.size > MAX_FILE_BYTES);
    if (file.size > MAX_FILE_BYTES) return;
    onChange(readDomains(decodeFile(new Uint8Array(await file.arrayBuffer()))).join('\n'));
  }
  function counted() {
    const lines = text.batches.lines(format.number(count));
    const batches = Math.ceil(count / MAX_ROWS);
    return batches > 1 ? `${lines}, ${text.batches.in_several(format.number(batches))}` : lines;
  }
  return (
    <SpaceBetween size="xs">
      <FormField
        stretch
        label={text.batches.list}
        description={text.batches.list_hint}
        constraintText={counted()}
        {...(tooMany && { errorText: tooMany })}
      >
        <Textarea
          value={list}
          rows={ROWS}
          spellcheck={false}
          placeholder={'example.com\nexample.org'}
          onChange={({ detail }) => onChange(detail.value)}
        />
      </FormField>
      <FormField
        label={text.batches.file}
        constraintText={text.batches.file_hint}
        {...(isTooLarge && { errorText: text.batches.file_too_large })}
      >
        <FileUpload
          value={[]}
          accept=".txt,.csv,text/plain,text/csv"
          i18nStrings={{
            uploadButtonText: () => text.batches.choose_file,
            dropzoneText: () => text.batches.drop_file,
            removeFileAriaLabel: () => text.common.delete,
            limitShowFewer: text.common.close,
            limitShowMore: text.common.more,
            errorIconAriaLabel: text.errors.failed,
          }}
          onChange={({ detail }) => void (detail.value[0] && take(detail.value[0]))}
        />
      </FormField>
    </SpaceBetween>
  );
}
