import type { ReactNode } from 'react';
import { useDescribeError } from '../loading/use-notify.ts';
import { FormDialog as UiFormDialog } from '../ui/form-dialog.tsx';

interface FormDialogProps {
  title: string;
  submit: string;
  /** It cannot be submitted yet. */
  disabled?: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a form. On an error it shows the error and keeps the input; on success the caller closes it. */
export function FormDialog({ disabled = false, ...props }: FormDialogProps) {
  return <UiFormDialog {...props} isDisabled={disabled} describeError={useDescribeError()} />;
}
