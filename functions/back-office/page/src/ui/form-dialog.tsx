import { type ReactNode, useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';

interface FormDialogProps {
  title: string;
  /** Text of the button that submits. */
  submit: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** On success, the caller closes the dialog. */
  onSubmit: () => Promise<void>;
  /** The text for an error of `onSubmit`. */
  describeError: (error: unknown) => { header: string; detail?: string };
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form. If submitting it fails, it shows the error and keeps the input. */
export function FormDialog({ onSubmit, describeError, ...props }: FormDialogProps) {
  const { title, submit, isDanger = false, isDisabled = false, onClose, children } = props;
  const t = useTranslate();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const problem = error === null ? null : describeError(error);

  async function submitted() {
    if (isBusy || isDisabled) return;
    setBusy(true);
    setError(null);
    await onSubmit().catch(setError);
    setBusy(false);
  }
  const footer = (
    <>
      <Button variant="quiet" onPress={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button
        variant={isDanger ? 'danger' : 'primary'}
        isBusy={isBusy}
        isDisabled={isDisabled}
        onPress={() => void submitted()}
      >
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <form
        className="ui-dialog__form"
        onSubmit={(event) => {
          event.preventDefault();
          void submitted();
        }}
      >
        {children}
        {problem && (
          // In a long form, it is below what is seen.
          <div ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
            <Banner tone="bad" title={problem.header}>
              {problem.detail}
            </Banner>
          </div>
        )}
      </form>
    </Dialog>
  );
}

interface ConfirmDialogProps extends Omit<FormDialogProps, 'children' | 'onSubmit' | 'isDisabled'> {
  warning: string;
  /** Text that has to be typed to confirm. */
  typed?: string;
  onConfirm: () => Promise<void>;
}

/** Asks for confirmation of an action. */
export function ConfirmDialog({ warning, typed = '', onConfirm, ...props }: ConfirmDialogProps) {
  const t = useTranslate();
  const [entered, setEntered] = useState('');
  return (
    <FormDialog {...props} isDisabled={entered.trim() !== typed} onSubmit={onConfirm}>
      <p className="ui-dialog__warning">{warning}</p>
      {typed && <TextField label={t('ui.type_to_confirm', { name: typed })} value={entered} onChange={setEntered} />}
    </FormDialog>
  );
}
