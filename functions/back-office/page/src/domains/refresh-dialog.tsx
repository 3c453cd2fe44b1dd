import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { Checkbox } from '../ui/fields.tsx';
import { FormDialog } from '../ui/dialog.tsx';

interface RefreshDialogProps {
  /** Number of domains. */
  count: number;
  /** @param paid whether paid sources are fetched too */
  onRefresh: (paid: boolean) => Promise<void>;
  onClose: () => void;
}

/** Fetches domains again. Paid sources are only included if they are ticked: their earlier values are kept otherwise. */
export function RefreshDialog({ count, onRefresh, onClose }: RefreshDialogProps) {
  const t = useTranslate();
  const [paid, setPaid] = useState(false);
  return (
    <FormDialog
      title={t('domains.refresh_title', { count })}
      submit={t('domains.refresh')}
      onSubmit={async () => {
        await onRefresh(paid);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="ui-bare">{t('domains.refresh_hint')}</p>
      <Checkbox isSelected={paid} onChange={setPaid}>
        <span>
          {t('batches.paid')}
          <span className="ui-block ui-quiet ui-small">{t('domains.refresh_paid_hint')}</span>
        </span>
      </Checkbox>
    </FormDialog>
  );
}
