import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useTranslate } from '../language/use-translate.ts';
import { FormDialog } from '../shared/form-dialog.tsx';

interface TagDialogProps {
  mode: 'tag' | 'untag';
  /** How many domains, as it is shown. */
  count: string;
  onTags: (tags: string[]) => Promise<void>;
  onClose: () => void;
}

/** Asks which tags domains get, or lose. */
export function TagDialog({ mode, count, onTags, onClose }: TagDialogProps) {
  const t = useTranslate();
  const [entered, setEntered] = useState('');
  const tags = entered
    .split(/[,，]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
  return (
    <FormDialog
      title={mode === 'tag' ? t('portfolio.tag_title', { count }) : t('portfolio.untag_title', { count })}
      submit={t(`portfolio.${mode}`)}
      disabled={tags.length === 0}
      onSubmit={async () => {
        await onTags(tags);
        onClose();
      }}
      onClose={onClose}
    >
      <FormField label={t('portfolio.tags')} constraintText={t('portfolio.tags_hint')}>
        <Input value={entered} autoComplete={false} onChange={({ detail }) => setEntered(detail.value)} />
      </FormField>
    </FormDialog>
  );
}
