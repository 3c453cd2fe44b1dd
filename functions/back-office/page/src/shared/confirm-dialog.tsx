import { useDescribeError } from '../loading/use-notify.ts';
import { ConfirmDialog as UiConfirmDialog } from '../ui/form-dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  warning: string;
  submit: string;
  /** Text that has to be typed to confirm; then the action cannot be undone. */
  typed?: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation of an action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return <UiConfirmDialog {...props} isDanger={props.typed !== undefined} describeError={useDescribeError()} />;
}
