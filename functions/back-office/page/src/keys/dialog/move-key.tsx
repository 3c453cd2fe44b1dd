import { useState } from 'react';
import type { Key } from '../../../../contract.ts';
import { useApi } from '../../api/use-api.ts';
import { useText } from '../../language/use-language.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';
import { useNotify } from '../../loading/use-notify.ts';
import { Banner } from '../../ui/banner.tsx';
import { PlanField } from './plan-field.tsx';

/** Moves a key to another plan. */
export default function MoveKey({ of, onClose }: { of: Key; onClose: () => void }) {
  const api = useApi();
  const text = useText();
  const { succeeded } = useNotify();
  const [plan, setPlan] = useState(of.plan);

  async function move() {
    await api.changeKey(of.id, { plan: plan! });
    succeeded(text.keys.now_moved(of.name, plan!));
    onClose();
  }
  return (
    <FormDialog
      title={`${text.keys.move}: ${of.name}`}
      submit={text.keys.move}
      disabled={plan === null || plan === of.plan}
      onSubmit={move}
      onClose={onClose}
    >
      <Banner tone="warn">{text.keys.move_warning}</Banner>
      <PlanField plan={plan} onPlan={setPlan} />
    </FormDialog>
  );
}
