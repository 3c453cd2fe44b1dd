import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { useApi } from '../../api/use-api.ts';
import { ListField } from '../../batches/list-field.tsx';
import { readDomains } from '../../batches/new-batch.ts';
import { describeDetail, useDescribeError, useTranslate } from '../../language/use-language.ts';
import { hrefOf } from '../../routing/route.ts';
import { SANDBOX_SITES } from '../../shared/sandbox-sites.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/fields.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { addDomains, hostOf, MOST_ADDED, type Outcome } from './add-domains.ts';

interface AddFormProps {
  /** Whether the sites of the sandbox are offered. */
  hasSandbox: boolean;
  /** The name that the field contains at first. */
  first?: string;
  /** Called with what happened to each name, unless it is a single one that was refused: that is shown at the field. */
  onAdded: (outcomes: Outcome[]) => void;
}

/** Adds a domain, which is followed unless that is unticked; several of them, or a file, are behind a button. */
export function AddForm({ hasSandbox, first = '', onAdded }: AddFormProps) {
  const api = useApi();
  const t = useTranslate();
  const describe = useDescribeRefusal();
  const [name, setName] = useState(first);
  const [list, setList] = useState('');
  const [isSeveral, setSeveral] = useState(false);
  const [follow, setFollow] = useState(true);
  const [wrong, setWrong] = useState<Outcome | null>(null);
  const names = useMemo(
    () => [...new Set((isSeveral ? readDomains(list) : [name]).map(hostOf).filter(Boolean))],
    [isSeveral, list, name],
  );
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => addDomains(names, follow, api),
    onSuccess: (outcomes) => {
      const [outcome] = outcomes;
      const isRefused = !isSeveral && outcome!.refused !== null;
      setWrong(isRefused ? outcome! : null);
      if (isRefused) return;
      setName('');
      setList('');
      onAdded(outcomes);
    },
  });
  const enter = (text: string) => {
    setName(text);
    setWrong(null);
  };
  const isTooMany = names.length > MOST_ADDED;

  return (
    <Form isReady={!isPending && names.length > 0 && !isTooMany} onSubmit={() => mutate()}>
      {isSeveral ? (
        <ListField
          list={list}
          count={names.length}
          error={isTooMany ? t('domains.add.too_many', { count: MOST_ADDED }) : undefined}
          onChange={setList}
        />
      ) : (
        <TextField
          label={t('domains.add.field')}
          value={name}
          onChange={enter}
          placeholder="example.com"
          error={wrong ? describe(wrong) : undefined}
          autoFocus
        />
      )}
      {hasSandbox && !isSeveral && (
        <div className="ui-row ui-center ui-gap-2" role="group" aria-label={t('domains.add.sandbox')}>
          <span className="ui-quiet ui-small">{t('domains.add.sandbox')}</span>
          {SANDBOX_SITES.map((site) => (
            <Button key={site} onPress={() => enter(site)}>
              {site}
            </Button>
          ))}
        </div>
      )}
      <Checkbox isSelected={follow} onChange={setFollow}>
        <span>
          {t('domains.add.follow')}
          <span className="ui-block ui-quiet ui-small">{t('domains.add.follow_hint')}</span>
        </span>
      </Checkbox>
      <FormError of={error} />
      <div className="ui-row ui-center ui-gap-2">
        <Button type="submit" variant="primary" isBusy={isPending} isDisabled={names.length === 0 || isTooMany}>
          {t(isSeveral ? 'domains.add.submit_several' : 'domains.add.submit')}
        </Button>
        <Button variant="quiet" onPress={() => setSeveral(!isSeveral)}>
          {t(isSeveral ? 'domains.add.single' : 'domains.add.several')}
        </Button>
        {isSeveral && <Link href={hrefOf({ view: 'batches' })}>{t('domains.add.bulk')}</Link>}
      </div>
    </Form>
  );
}

/** Returns the function that describes why a name was refused, in words and without the id of a request. */
export function useDescribeRefusal() {
  const t = useTranslate();
  const describe = useDescribeError();
  return ({ name, refused }: Outcome): string => {
    if (refused === null) return '';
    if (refused instanceof ApiError) return describe(refused).header;
    return t('domains.add.wrong', { name, why: describeDetail(refused, t) });
  };
}
