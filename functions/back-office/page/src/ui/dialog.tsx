import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslate } from '../language/use-language.ts';
import { Button, IconButton } from './button.tsx';
import { TextField } from './fields.tsx';
import { Form, FormError } from './form.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** The buttons below the content. */
  footer?: ReactNode;
  isWide?: boolean;
  /** It is kept on a press outside of it. */
  isKept?: boolean;
  onClose: () => void;
}

/** A dialog over the view, open as long as it is rendered. Escape and, by default, a press outside of it close it. */
export function Dialog({ title, children, footer, isWide = false, isKept = false, onClose }: DialogProps) {
  const t = useTranslate();
  return (
    <ModalOverlay className="ui-overlay" isOpen isDismissable={!isKept} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className={isWide ? 'ui-modal ui-modal--wide' : 'ui-modal'}>
        <AriaDialog className="ui-dialog ui-column ui-grow ui-shrink">
          <div className="ui-dialog__head ui-line ui-center ui-between ui-gap-3">
            <Heading slot="title" className="ui-card__title">
              {title}
            </Heading>
            <IconButton icon="close" label={t('ui.close')} onPress={onClose} />
          </div>
          <div className="ui-dialog__body">{children}</div>
          {footer && <div className="ui-dialog__foot ui-row ui-gap-2">{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface FormDialogProps {
  title: string;
  /** Text of the button that submits. */
  submit: string;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** On success, the caller closes the dialog. */
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form. If submitting it fails, it shows the error and keeps the input. */
export function FormDialog({ onSubmit, ...props }: FormDialogProps) {
  const { title, submit, isDanger = false, isDisabled = false, onClose, children } = props;
  const t = useTranslate();
  const { mutate, isPending: isBusy, error } = useMutation({ mutationFn: onSubmit });

  const submitted = () => {
    if (!isBusy && !isDisabled) mutate();
  };
  const footer = (
    <>
      <Button variant="quiet" onPress={onClose}>
        {t('ui.cancel')}
      </Button>
      <Button variant={isDanger ? 'danger' : 'primary'} isBusy={isBusy} isDisabled={isDisabled} onPress={submitted}>
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <Form error={error} onSubmit={submitted}>
        {children}
        <FormError of={error} />
      </Form>
    </Dialog>
  );
}

interface ConfirmDialogProps extends Omit<FormDialogProps, 'children' | 'onSubmit' | 'isDisabled'> {
  warning: string;
  /** Text that has to be typed to confirm; then the action cannot be undone. */
  typed?: string;
  onConfirm: () => Promise<void>;
}

/** Asks for confirmation of an action. */
export function ConfirmDialog({
  warning,
  typed,
  isDanger = typed !== undefined,
  onConfirm,
  ...props
}: ConfirmDialogProps) {
  const t = useTranslate();
  const [entered, setEntered] = useState('');
  return (
    <FormDialog {...props} isDanger={isDanger} isDisabled={entered.trim() !== (typed ?? '')} onSubmit={onConfirm}>
      <p className="ui-bare">{warning}</p>
      {typed && <TextField label={t('ui.type_to_confirm', { name: typed })} value={entered} onChange={setEntered} />}
    </FormDialog>
  );
}
