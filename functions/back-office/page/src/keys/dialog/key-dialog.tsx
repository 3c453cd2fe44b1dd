import { lazy } from 'react';
import { Part } from '../../loading/part.tsx';
import type { OpenDialog } from './open-dialog.ts';

const CreateKey = lazy(() => import('./create-key.tsx'));
const MoveKey = lazy(() => import('./move-key.tsx'));
const ReplaceKey = lazy(() => import('./replace-key.tsx'));
const SetAllowances = lazy(() => import('./set-allowances.tsx'));
const SetExpiry = lazy(() => import('./set-expiry.tsx'));
const EditNote = lazy(() => import('./edit-note.tsx'));
const DeleteKey = lazy(() => import('./delete-key.tsx'));

interface KeyDialogProps {
  open: OpenDialog | null;
  /** Called however it ends: what was shown of the key may have changed, here or elsewhere. */
  onClose: () => void;
  /** Default: `onClose`. */
  onDeleted?: () => void;
}

/** The open dialog, if any; each is loaded when it is first opened. */
export function KeyDialog({ open, onClose, onDeleted = onClose }: KeyDialogProps) {
  if (open === null) return null;
  return (
    <Part of={open.kind}>
      {open.kind === 'create' && <CreateKey onClose={onClose} />}
      {open.kind === 'move' && <MoveKey of={open.key} onClose={onClose} />}
      {open.kind === 'replace' && <ReplaceKey of={open.key} onClose={onClose} />}
      {open.kind === 'allowances' && <SetAllowances of={open.key} onClose={onClose} />}
      {open.kind === 'expiry' && <SetExpiry of={open.key} onClose={onClose} />}
      {open.kind === 'note' && <EditNote of={open.key} onClose={onClose} />}
      {open.kind === 'delete' && <DeleteKey of={open.key} onClose={onClose} onDeleted={onDeleted} />}
    </Part>
  );
}
