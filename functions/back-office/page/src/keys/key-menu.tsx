import type { Key } from '../../../contract.ts';
import { useMayAct } from '../api/role.ts';
import { useText } from '../language/use-language.ts';
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
  const text = useText();
  const action = (id: KeyAction, name: string) => ({ id, text: name, act: () => onAction(of, id) });
  if (!useMayAct()) return null;
  return (
    <Menu
      label={text.keys.actions_for(of.name)}
      actions={[
        action('switch', of.enabled ? text.keys.disable : text.keys.enable),
        action('move', text.keys.move),
        action('replace', text.keys.replace),
        action('allowances', text.keys.allowances),
        action('expiry', text.keys.expiry),
        action('note', text.keys.edit_note),
        { ...action('delete', text.keys.delete), isDanger: true },
      ]}
    >
      {isSmall ? undefined : text.common.actions}
    </Menu>
  );
}
