import type { ReactNode } from 'react';
import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from 'react-aria-components';
import { Icon } from './icon.tsx';
import './field.css';
import './menu.css';
import './button.css';

interface Option<Id extends string = string> {
  id: Id;
  text: string;
}

interface SelectProps<Id extends string> {
  label: string;
  options: readonly Option<Id>[];
  value: Id;
  onChange: (value: Id) => void;
  hint?: ReactNode;
  /** The label is for assistive technology only. */
  hideLabel?: boolean;
  isDisabled?: boolean;
}

/** A choice of one of some options. */
export function Select<Id extends string>({
  label,
  options,
  value,
  onChange,
  hint,
  hideLabel = false,
  ...props
}: SelectProps<Id>) {
  return (
    <AriaSelect
      {...props}
      className="ui-field"
      value={value}
      onChange={(key) => onChange(key as Id)}
      {...(hideLabel && { 'aria-label': label })}
    >
      {!hideLabel && <Label className="ui-small ui-medium">{label}</Label>}
      <Button className="ui-select__button">
        <SelectValue />
        <Icon name="chevron-down" size={12} />
      </Button>
      {hint && (
        <Text slot="description" className="ui-quiet ui-small">
          {hint}
        </Text>
      )}
      <Popover className="ui-popover">
        <ListBox className="ui-menu" items={options}>
          {({ id, text }) => (
            <ListBoxItem className="ui-menu__item" id={id} textValue={text}>
              <span>{text}</span>
              <span className="ui-menu__check">
                <Icon name="check" size={14} />
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

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
