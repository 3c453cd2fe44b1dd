import { useState } from 'react';
import type { Watch } from '../../../contract.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import { describeFailure } from '../language/messages.ts';
import { useTranslate } from '../language/use-language.ts';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { describeOutcome, EditWatchDialog } from './watch-dialogs.tsx';
import { useSubject } from './watch-subject.ts';

/** What an operator can do with a watch. */
export function WatchActions({ of, onChanged }: { of: Watch; onChanged: () => void }) {
  const api = useApi();
  const t = useTranslate();
  const mayAct = useMayAct();
  const { run, busy } = useAction();
  const { notify, succeeded } = useNotify();
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const subject = useSubject(of);
  const report = (reason: string | null) => {
    if (reason === null) succeeded(t('watches.test_accepted'));
    else notify({ type: 'warning', header: t('watches.test_refused', { reason }) });
  };
  const test = () =>
    run(async () => {
      const { error, status } = await api.testWatch(of.id);
      report(error === null ? null : describeOutcome(error, status, t));
      onChanged();
    });
  const testMail = () =>
    run(async () => {
      const { error } = await api.testWatchMail(of.id);
      if (error === null) succeeded(t('watches.test_mail_sent'));
      else
        notify({
          type: 'warning',
          header: t('watches.test_mail_failed', { reason: describeFailure({ code: error }, t) }),
        });
    });
  async function remove() {
    await api.deleteWatch(of.id);
    succeeded(t('watches.deleted'));
    onChanged();
  }
  if (!mayAct) return null;
  return (
    <>
      <Button label={t('watches.edit_of', { subject })} onPress={() => setDialog('edit')}>
        {t('watches.edit')}
      </Button>
      <Menu
        label={t('watches.actions_of', { subject })}
        actions={[
          { id: 'test-mail', text: t('watches.test_mail'), isDisabled: busy || !of.mail, act: () => void testMail() },
          { id: 'test', text: t('watches.test'), isDisabled: busy || of.deliver === null, act: () => void test() },
          { id: 'delete', text: t('watches.delete'), isDanger: true, act: () => setDialog('delete') },
        ]}
      />
      {dialog === 'edit' && <EditWatchDialog of={of} onChanged={onChanged} onClose={close} />}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={t('watches.delete_title')}
          warning={t('watches.delete_warning')}
          submit={t('watches.delete')}
          isDanger
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  );
}
