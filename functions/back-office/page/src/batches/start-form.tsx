import { useMemo, useState } from 'react';
import { MAX_ROWS } from '../../../../core/batches/batch.ts';
import { useDraft } from '../browser/use-stored.ts';
import { useTranslate } from '../language/use-language.ts';
import { hrefOf } from '../routing/route.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/fields.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { Card, leastWidth } from '../ui/layout.tsx';
import { ListField } from './list-field.tsx';
import {
  MOST_AT_ONCE,
  namedMembers,
  type OfferedMember,
  offeredMembers,
  preselected,
  readDomains,
  useStart,
} from './new-batch.ts';

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
        <ListField
          list={list}
          count={domains.length}
          error={domains.length > MOST_AT_ONCE ? t('batches.too_many', { count: MOST_AT_ONCE }) : undefined}
          note={
            domains.length > MAX_ROWS
              ? t('batches.in_several', { count: Math.ceil(domains.length / MAX_ROWS) })
              : undefined
          }
          onChange={setList}
        />
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
