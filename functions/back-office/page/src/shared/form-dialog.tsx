import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Form from '@cloudscape-design/components/form';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useState } from 'react';
import { useText } from '../language/use-language.ts';
import { useDescribeError } from '../loading/describe-error.ts';

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
export function FormDialog({ title, submit, disabled = false, onSubmit, onClose, children }: FormDialogProps) {
  const text = useText();
  const describe = useDescribeError();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const problem = error === null ? null : describe(error);

  async function submitted() {
    if (busy || disabled) return;
    setBusy(true);
    setError(null);
    await onSubmit().catch(setError);
    setBusy(false);
  }
  return (
    <Modal
      visible
      header={title}
      onDismiss={onClose}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={onClose}>
              {text.common.cancel}
            </Button>
            <Button variant="primary" loading={busy} disabled={disabled} onClick={() => void submitted()}>
              {submit}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submitted();
        }}
      >
        <Form {...(problem && { errorText: [problem.header, problem.detail].filter(Boolean).join(' · ') })}>
          <SpaceBetween size="m">{children}</SpaceBetween>
        </Form>
      </form>
    </Modal>
  );
}
