import { type DragEvent, useMemo, useState } from 'react';
import { MAX_ROWS } from '../../../../core/batches/batch.ts';
import { useDraft } from '../browser/use-stored.ts';
import { useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { Card, leastWidth } from '../ui/layout.tsx';
import {
  decodeFile,
  MOST_AT_ONCE,
  namedMembers,
  type OfferedMember,
  offeredMembers,
  preselected,
  readDomains,
  useStart,
} from './new-batch.ts';

const MAX_FILE_BYTES = 10_000_000;
const ROWS = 8;

/** The domains and the metrics of a new batch. If it is refused, the input is kept. */
export function StartForm() {
  const t = useTranslate();
  const { start, busy, error } = useStart();
  const [list, setList, dropList] = useDraft('batch.list');
  const [offered, setOffered] = useState<readonly OfferedMember[]>(preselected);
  const [named, setNamed] = useState('');
  const [refresh, setRefresh] = useState(false);
  const [paid, setPaid] = useState(false);
  const domains = useMemo(() => readDomains(list), [list]);
  const fields = [...new Set([...offered, ...namedMembers(named)])];
  const isReady = domains.length > 0 && domains.length <= MOST_AT_ONCE && fields.length > 0;

  async function submit() {
    const ids = await start({ domains, fields, refresh, paid });
    if (!ids) return;
    dropList();
    window.location.assign(hrefOf({ view: 'batch', ids }));
  }
  return (
    <Card title={t('batches.new')}>
      <Form isReady={!busy && isReady} error={error} onSubmit={() => void submit()}>
        <ListField list={list} count={domains.length} onChange={setList} />
        <fieldset className="ui-fieldset ui-column ui-gap-3 ui-bare ui-shrink">
          <legend className="ui-small ui-medium">{t('batches.metrics_title')}</legend>
          <div className="ui-grid-fill ui-gap-half ui-gap-x-4" style={leastWidth(200)}>
            {offeredMembers.map((member) => (
              <Checkbox
                key={member}
                isSelected={offered.includes(member)}
                onChange={(isChosen) =>
                  setOffered(offeredMembers.filter((each) => (each === member ? isChosen : offered.includes(each))))
                }
              >
                {t(`batches.metrics.${member}`)}
              </Checkbox>
            ))}
          </div>
          {fields.length === 0 && (
            <p className="ui-bad ui-small" role="alert">
              {t('batches.no_metrics')}
            </p>
          )}
          <TextField
            label={t('batches.named')}
            hint={t('batches.named_hint')}
            placeholder="page.lang, dns.mx_total"
            value={named}
            onChange={setNamed}
          />
        </fieldset>
        <Option
          text={t('batches.refresh')}
          hint={t('batches.refresh_hint')}
          isSelected={refresh}
          onChange={setRefresh}
        />
        <Option text={t('batches.paid')} hint={t('batches.paid_hint')} isSelected={paid} onChange={setPaid} />
        <FormError of={error} />
        <div>
          <Button variant="primary" type="submit" isBusy={busy} isDisabled={!isReady}>
            {t('batches.start')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

interface OptionProps {
  text: string;
  hint: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

function Option({ text, hint, ...checkbox }: OptionProps) {
  return (
    <Checkbox {...checkbox}>
      <span>
        {text}
        <span className="ui-block ui-quiet ui-small">{hint}</span>
      </span>
    </Checkbox>
  );
}

interface ListFieldProps {
  list: string;
  /** Number of domains in the list. */
  count: number;
  onChange: (list: string) => void;
}

/** The domains: typed, pasted, or from a file, which can also be dropped. */
function ListField({ list, count, onChange }: ListFieldProps) {
  const t = useTranslate();
  const [isTooLarge, setTooLarge] = useState(false);
  const [isOver, setOver] = useState(false);
  const isTooLong = count > MOST_AT_ONCE;

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
        error={isTooLong ? t('batches.too_many', { count: MOST_AT_ONCE }) : undefined}
      />
      <div className="ui-gap-2 ui-gap-x-3 ui-row ui-center">
        <label className="ui-button ui-button--secondary batches-file ui-anchor">
          {t('batches.choose_file')}
          <input
            className="visually-hidden"
            type="file"
            accept=".txt,.csv,text/plain,text/csv"
            onChange={({ target }) => {
              void take(target.files?.[0]);
              target.value = '';
            }}
          />
        </label>
        <span className="ui-quiet ui-small">{t('batches.drop_file')}</span>
        <span className="ui-end ui-medium ui-digits" role="status">
          {t('batches.domains', { count })}
          {count > MAX_ROWS && ` · ${t('batches.in_several', { count: Math.ceil(count / MAX_ROWS) })}`}
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
