import { lazy } from 'react';
import type { Key } from '../../../contract.ts';
import { useApi, useMayAct } from '../api/use-api.ts';
import { useTranslate } from '../language/use-language.ts';
import { Part } from '../loading/part.tsx';
import { useAction, useNotify } from '../loading/use-notify.ts';
import { Menu } from '../ui/menu.tsx';
import type { KeyAction, OpenDialog } from './key-dialogs.tsx';

interface KeyMenuProps {
  of: Key;
  onAction: (key: Key, action: KeyAction) => void;
  /** In a row of a table: only an icon. */
  isSmall?: boolean;
}

/** The actions for a key. */
export function KeyMenu({ of, onAction, isSmall = false }: KeyMenuProps) {
  const t = useTranslate();
  const action = (id: KeyAction, name: string) => ({ id, text: name, act: () => onAction(of, id) });
  if (!useMayAct()) return null;
  return (
    <Menu
      label={t('keys.actions_for', { name: of.name })}
      actions={[
        action('switch', t(of.enabled ? 'keys.disable' : 'keys.enable')),
        action('move', t('keys.move')),
        action('replace', t('keys.replace')),
        action('allowances', t('keys.allowances')),
        action('expiry', t('keys.expiry')),
        action('note', t('keys.edit_note')),
        { ...action('delete', t('keys.delete')), isDanger: true },
      ]}
    >
      {isSmall ? undefined : t('common.actions')}
    </Menu>
  );
}

/** The actions of a key's menu: enabling and disabling without a dialog, the others with one. */
export function useKeyActions({
  onDone,
  onDialog,
}: {
  /** Called also where it failed: the key may have been changed or deleted elsewhere. */
  onDone: () => void;
  onDialog: (dialog: OpenDialog) => void;
}) {
  const api = useApi();
  const t = useTranslate();
  const { run } = useAction();
  const { succeeded } = useNotify();

  function act(key: Key, action: KeyAction) {
    if (action !== 'switch') return onDialog({ kind: action, key });
    void run(async () => {
      const { name, enabled } = await api.changeKey(key.id, { enabled: !key.enabled });
      succeeded(t(enabled ? 'keys.now_enabled' : 'keys.now_disabled', { name }));
    }).then(onDone);
  }
  return { act };
}

const OpenKeyDialog = lazy(() => import('./key-dialogs.tsx'));

interface KeyDialogProps {
  open: OpenDialog | null;
  /** Called however it ends: what was shown of the key may have changed, here or elsewhere. */
  onClose: () => void;
  /** Default: `onClose`. */
  onDeleted?: () => void;
}

/** The open dialog, if any; dialogs are loaded when the first is opened. */
export function KeyDialog({ open, onClose, onDeleted = onClose }: KeyDialogProps) {
  if (open === null) return null;
  return (
    <Part of={open.kind}>
      <OpenKeyDialog open={open} onClose={onClose} onDeleted={onDeleted} />
    </Part>
  );
}
