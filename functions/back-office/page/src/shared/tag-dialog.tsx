import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';

interface TagDialogProps {
  mode: 'tag' | 'untag';
  /** Number of domains. */
  count: number;
  onTags: (tags: string[]) => Promise<void>;
  onClose: () => void;
}

/** A dialog for the tags that are added to domains, or removed from them. */
export function TagDialog({ mode, count, onTags, onClose }: TagDialogProps) {
  const t = useTranslate();
  const [entered, setEntered] = useState('');
  const tags = entered
    .split(/[,，]/)
    .map((tag) => tag.trim())
    .filter(Boolean);
  return (
    <FormDialog
      title={t(`domains.${mode}_title`, { count })}
      submit={t(`domains.${mode}`)}
      isDisabled={tags.length === 0}
      onSubmit={async () => {
        await onTags(tags);
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label={t('domains.tags')}
        hint={t('domains.tags_hint')}
        value={entered}
        onChange={setEntered}
        autoFocus
      />
    </FormDialog>
  );
}
