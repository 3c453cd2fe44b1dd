import ButtonDropdown, { type ButtonDropdownProps } from '@cloudscape-design/components/button-dropdown';
import type { Key } from '../../../contract.ts';
import { useText } from '../language/use-language.ts';
import { useMayAct } from '../api/role.ts';

export type KeyAction = 'switch' | 'move' | 'replace' | 'allowances' | 'expiry' | 'note' | 'delete';

interface KeyMenuProps {
  of: Key;
  onAction: (key: Key, action: KeyAction) => void;
  /** In a row of a table: only an icon. */
  small?: boolean;
}

/** The actions for a key. */
export function KeyMenu({ of, onAction, small = false }: KeyMenuProps) {
  const text = useText();
  const items: (ButtonDropdownProps.Item & { id: KeyAction })[] = [
    { id: 'switch', text: of.enabled ? text.keys.disable : text.keys.enable },
    { id: 'move', text: text.keys.move },
    { id: 'replace', text: text.keys.replace },
    { id: 'allowances', text: text.keys.allowances },
    { id: 'expiry', text: text.keys.expiry },
    { id: 'note', text: text.keys.edit_note },
    { id: 'delete', text: text.keys.delete },
  ];
  if (!useMayAct()) return null;
  return (
    <ButtonDropdown
      items={items}
      variant={small ? 'inline-icon' : 'normal'}
      expandToViewport
      ariaLabel={text.keys.actions_for(of.name)}
      onItemClick={({ detail }) => onAction(of, detail.id as KeyAction)}
    >
      {small ? undefined : text.common.actions}
    </ButtonDropdown>
  );
}
