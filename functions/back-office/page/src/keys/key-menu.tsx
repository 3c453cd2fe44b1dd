import type { Key } from '../../../contract.ts';
import { useMayAct } from '../api/role.ts';
import { useTranslate } from '../language/use-translate.ts';
import { Menu } from '../ui/menu.tsx';

export type KeyAction = 'switch' | 'move' | 'replace' | 'allowances' | 'expiry' | 'note' | 'delete';

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
