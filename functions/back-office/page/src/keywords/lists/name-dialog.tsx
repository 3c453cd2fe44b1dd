import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useKeywordsText } from '../../language/keywords/use-keywords-text.ts';
import { FormDialog } from '../../shared/form-dialog.tsx';

interface NameDialogProps {
  /** Of the dialog, and of its button. */
  title: string;
  /** As it is. */
  name: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a list. */
export function NameDialog({ title, name: given, onName, onClose }: NameDialogProps) {
  const { lists: text } = useKeywordsText();
  const [name, setName] = useState(given);
  return (
    <FormDialog
      title={title}
      submit={title}
      disabled={name.trim() === ''}
      onSubmit={() => onName(name)}
      onClose={onClose}
    >
      <FormField label={text.name}>
        <Input value={name} autoComplete={false} onChange={({ detail }) => setName(detail.value)} />
      </FormField>
    </FormDialog>
  );
}
