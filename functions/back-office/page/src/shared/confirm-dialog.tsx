import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useText } from '../language/use-language.ts';
import { FormDialog } from './form-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  warning: string;
  submit: string;
  /** Text that has to be typed to confirm. */
  typed?: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation of an action. */
export function ConfirmDialog({ title, warning, submit, typed = '', onConfirm, onClose }: ConfirmDialogProps) {
  const text = useText();
  const [entered, setEntered] = useState('');
  return (
    <FormDialog
      title={title}
      submit={submit}
      disabled={entered.trim() !== typed}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <Alert type="warning">{warning}</Alert>
      {typed && (
        <FormField label={text.common.type_to_confirm(typed)}>
          <Input value={entered} autoComplete={false} onChange={({ detail }) => setEntered(detail.value)} />
        </FormField>
      )}
    </FormDialog>
  );
}
