import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useApi } from '../api/use-api.ts';
import { saveFile } from '../browser/save-file.ts';
import { useText } from '../language/use-language.ts';
import { useAction } from '../loading/use-action.ts';
import { useNotify } from '../loading/use-notify.ts';
import { hrefOf } from '../routing/route.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { csvOfParts } from './csv-of-parts.ts';
import { isOpen, type Part } from './follow/part.ts';
import { memory } from './memory.ts';
import { Acting } from '../api/role.ts';

interface BatchActionsProps {
  parts: readonly Part[];
  onLook: () => void;
  onCancel: () => Promise<void>;
}

/** What can be done with a list of domains. */
export function BatchActions({ parts, onLook, onCancel }: BatchActionsProps) {
  const api = useApi();
  const text = useText();
  const { run, busy } = useAction();
  const { succeeded } = useNotify();
  const [isConfirming, setConfirming] = useState(false);
  const shown = parts.filter(({ error }) => error === null);
  const isMade = shown.length > 0 && shown.every(({ batch }) => batch !== null);

  async function save() {
    const csv = await csvOfParts(parts, { api, memory });
    const day = shown[0]!.batch!.created_at.slice(0, 10);
    // Spreadsheets take a file without a byte order mark for one in the system's own encoding.
    saveFile(`domains-${day}.csv`, `\uFEFF${csv}`, 'text/csv');
  }
  async function cancel() {
    await onCancel();
    succeeded(text.batches.cancelled);
    setConfirming(false);
  }
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Button iconName="refresh" ariaLabel={text.common.reload} onClick={onLook} />
      <Acting>
        <Button disabled={!parts.some(isOpen)} onClick={() => setConfirming(true)}>
          {text.batches.cancel}
        </Button>
      </Acting>
      <Button iconName="download" loading={busy} disabled={!isMade} onClick={() => void run(save)}>
        {text.batches.save_csv}
      </Button>
      <Button href={hrefOf({ view: 'batches' })}>{text.batches.another}</Button>
      {isConfirming && (
        <ConfirmDialog
          title={text.batches.cancel_title}
          warning={text.batches.cancel_warning}
          submit={text.batches.cancel_submit}
          onConfirm={cancel}
          onClose={() => setConfirming(false)}
        />
      )}
    </SpaceBetween>
  );
}
