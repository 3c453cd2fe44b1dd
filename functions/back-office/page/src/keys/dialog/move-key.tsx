import { useState } from 'react';
import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useTranslate } from '../../language/use-translate.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { useNotify } from '../../loading/use-notify.ts';
import { Banner } from '../../ui/banner.tsx';
import { PlanField } from './plan-field.tsx';

/** Moves a key to another plan. */
export default function MoveKey({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const { succeeded } = useNotify();
  const [plan, setPlan] = useState(of.plan);

  async function move() {
    await api.changeKey(of.id, { plan: plan! });
    succeeded(t('keys.now_moved', { name: of.name, plan: plan! }));
    onClose();
  }
  return (
    <FormDialog
      title={`${t('keys.move')}: ${of.name}`}
      submit={t('keys.move')}
      disabled={plan === null || plan === of.plan}
      onSubmit={move}
      onClose={onClose}
    >
      <Banner tone="warn">{t('keys.move_warning')}</Banner>
      <PlanField plan={plan} onPlan={setPlan} />
    </FormDialog>
  );
}
