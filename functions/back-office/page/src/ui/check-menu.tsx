import type { ReactNode } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import './button.css';
import { Icon } from './icon.tsx';
import './menu.css';
import type { Option } from './select.tsx';

interface CheckMenuProps<Id extends string> {
  /** What the button shows. */
  children: ReactNode;
  options: readonly Option<Id>[];
  selected: readonly Id[];
  /** Options that cannot be changed now. */
  fixed?: readonly Id[];
  onChange: (selected: Id[]) => void;
}

/** A button that opens a menu of options of which any number can be selected. */
export function CheckMenu<Id extends string>({
  children,
  options,
  selected,
  fixed = [],
  onChange,
}: CheckMenuProps<Id>) {
  return (
    <MenuTrigger>
      <Button className="ui-button ui-button--secondary">
        {children}
        <Icon name="chevron-down" size={12} />
      </Button>
      <Popover className="ui-popover" placement="bottom end">
        <Menu
          className="ui-menu"
          selectionMode="multiple"
          selectedKeys={selected}
          disabledKeys={fixed}
          onSelectionChange={(keys) =>
            onChange(options.flatMap(({ id }) => (keys === 'all' || keys.has(id) ? [id] : [])))
          }
        >
          {options.map(({ id, text }) => (
            <MenuItem key={id} id={id} className="ui-menu__item" textValue={text}>
              <span>{text}</span>
              <span className="ui-menu__check">
                <Icon name="check" size={14} />
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
