import { useState } from 'react';
import type { Key, KeyAllowance } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { useNotify } from '../../loading/use-notify.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface SetAllowancesProps {
  of: Key;
  onClose: () => void;
}

/** Sets what the owner of a key may have fetched anew a day; an empty field leaves it to the plan. */
export default function SetAllowances({ of, onClose }: SetAllowancesProps) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();
  const [domains, setDomains] = useState(ownText(of.domains));
  const [pages, setPages] = useState(ownText(of.pages));

  async function save() {
    await api.changeOwner(of.owner, { domains_per_day: limitOf(domains), pages_per_day: limitOf(pages) });
    succeeded(t('keys.now_allowed', { owner: of.owner }));
    onClose();
  }
  return (
    <FormDialog
      title={`${t('keys.allowances')}: ${of.owner}`}
      submit={t('common.save')}
      disabled={!isLimit(domains) || !isLimit(pages)}
      onSubmit={save}
      onClose={onClose}
    >
      <p>{t('keys.allowances_hint')}</p>
      <LimitField label={t('keys.domains_per_day')} limit={domains} onLimit={setDomains} />
      <LimitField label={t('keys.pages_per_day')} limit={pages} onLimit={setPages} />
    </FormDialog>
  );
}

interface LimitFieldProps {
  label: string;
  limit: string;
  onLimit: (limit: string) => void;
}

function LimitField({ label, limit, onLimit }: LimitFieldProps) {
  const t = useTranslate();
  return (
    <TextField
      label={label}
      value={limit}
      onChange={onLimit}
      placeholder={t('keys.as_on_plan')}
      error={isLimit(limit) ? undefined : t('keys.whole_number')}
    />
  );
}

const ownText = ({ own_limit_per_day: own }: KeyAllowance) => (own === null ? '' : String(own));
const isLimit = (text: string) => /^\d{0,10}$/.test(text.trim());
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));
